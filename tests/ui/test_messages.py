"""What the program says and asks: the inline bar, boxes, file dialogs, and the recorder that stands in for them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QListWidget, QPushButton, QToolButton, QWidget

from entityres.errors import InputError
from entityres.ui.messages import Message, MessageButton, Messages
from entityres.ui.question_box import QuestionBox
from entityres.ui.recorded_messages import RecordedMessages
from entityres.ui.widgets.message_bar import MOST, MessageBar


class Listener(QObject):
    def __init__(self):
        super().__init__()
        self.heard = []

    def hear(self, *values):
        self.heard.append(values[0] if values else None)


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def messages(window):
    return Messages(window)


@pytest.fixture
def bar(window, messages):
    made = MessageBar(messages, window)
    made.resize(600, 200)
    return made


def words_of(bar):
    return [label.text() for label in bar.findChildren(QLabel) if label.text() and label.isVisibleTo(bar)]


def test_the_bar_shows_words_and_remedy_and_hides_when_closed(qtbot, messages, bar):
    assert bar.isHidden()
    messages.say("Two columns are named “phone”.", "They are now “phone” and “phone (2)”.")
    assert not bar.isHidden()
    assert "Two columns are named “phone”. They are now “phone” and “phone (2)”." in words_of(bar)
    close = bar.findChild(QToolButton)
    assert close.accessibleName() == "Close this message"
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert bar.isHidden()
    assert bar.texts == []


def test_a_message_replaces_one_of_its_topic(messages, bar):
    messages.say("Old.", topic="run")
    messages.say("New.", topic="run")
    messages.say("Other.", topic="other")
    assert bar.texts == ["New.", "Other."]
    assert bar.topics == ["run", "other"]
    messages.withdraw("run")
    assert bar.texts == ["Other."]


def test_the_oldest_message_goes_when_there_are_too_many(messages, bar):
    for number in range(MOST + 2):
        messages.say(f"Message {number}.")
    assert bar.texts == [f"Message {number}." for number in range(2, MOST + 2)]
    bar.clear()
    assert bar.isHidden()


def test_a_button_acts_and_takes_the_message_away(qtbot, messages, bar):
    listener = Listener()
    messages.say("The settings changed.", buttons=[MessageButton("Update now", listener.hear, primary=True)])
    button = next(one for one in bar.findChildren(QPushButton) if one.text() == "Update now")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(listener.heard) == 1
    assert bar.texts == []


def test_an_error_is_said_with_its_remedy_and_a_fault_with_its_details(qtbot, messages, bar):
    messages.problem(InputError("There is no file x.csv.", "Check its name."))
    assert bar.texts == ["There is no file x.csv."]
    messages.problem(ZeroDivisionError("division by zero"))
    assert bar.texts[-1] == "Something went wrong. Your decisions are safe."
    copy = next(one for one in bar.findChildren(QPushButton) if one.text() == "Copy details")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert "ZeroDivisionError" in QApplication.clipboard().text()


def test_a_question_is_answered_by_its_button(qtbot, window, messages):
    listener = Listener()
    messages.ask("This project has no name yet.", "", ["Keep", "Delete", "Cancel"], listener.hear)
    box = window.findChild(QuestionBox)
    delete = next(one for one in box.buttons if one.text() == "Delete")
    qtbot.mouseClick(delete, Qt.MouseButton.LeftButton)
    assert listener.heard == [1]


def test_closing_the_question_is_the_last_button_or_no_answer(qtbot, window, messages):
    listener = Listener()
    messages.ask("Sure?", "", ["Yes", "Cancel"], listener.hear)
    qtbot.keyClick(window.findChild(QuestionBox), Qt.Key.Key_Escape)
    assert listener.heard == [1]


def test_enter_is_the_first_answer_and_every_answer_can_be_reached_by_tab(qtbot, window, messages):
    listener = Listener()
    messages.ask("Sure?", "It cannot be undone.", ["Yes", "Rather not", "Cancel"], listener.hear)
    box = window.findChild(QuestionBox)
    assert all(button.focusPolicy() & Qt.FocusPolicy.TabFocus for button in box.buttons)
    assert [button.text() for button in box.buttons if button.isDefault()] == ["Yes"]
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert listener.heard == [0]


def test_one_of_a_list_is_chosen_by_its_row_and_nothing_by_escape(qtbot, window, messages):
    listener = Listener()
    messages.choose_one("Choose a sheet", "Which one is the list?", ["Customers", "Notes"], listener.hear)
    box = window.findChild(QuestionBox)
    words = box.findChild(QListWidget)
    assert [words.item(row).text() for row in range(words.count())] == ["Customers", "Notes"]
    qtbot.keyClick(words, Qt.Key.Key_Down)
    box.buttons[0].click()
    assert listener.heard == ["Notes"]
    messages.choose_one("Choose a sheet", "Which one is the list?", ["Customers", "Notes"], listener.hear)
    qtbot.keyClick(window.findChildren(QuestionBox)[-1], Qt.Key.Key_Escape)
    assert listener.heard == ["Notes"]


def test_files_are_chosen_without_stopping_the_program(window, messages, tmp_path):
    listener = Listener()
    messages.choose_files("Open", listener.hear)
    dialog = window.findChild(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.ExistingFiles
    dialog.filesSelected.emit([str(tmp_path / "a.csv")])
    assert listener.heard == [[str(tmp_path / "a.csv")]]
    dialog.close()
    messages.choose_place("Save", listener.hear, name="customers.entityres")
    saving = [one for one in window.findChildren(QFileDialog) if one.acceptMode() == QFileDialog.AcceptMode.AcceptSave]
    assert saving[0].defaultSuffix() == "entityres"
    saving[0].close()


def test_the_recorder_answers_in_order_and_keeps_everything(qapp):
    recorder, listener = RecordedMessages(), Listener()
    recorder.answers = ["Delete", 0, ["a.csv", "b.csv"], "place", "typed"]
    recorder.ask("Sure?", "Really.", ["Keep", "Delete"], listener.hear)
    recorder.ask("Again?", "", ["Yes", "No"], listener.hear)
    recorder.choose_files("Open", listener.hear)
    recorder.choose_place("Save", listener.hear)
    assert recorder.ask_text("Name", "Which?") == "typed"
    assert listener.heard == [1, 0, ["a.csv", "b.csv"], ["place"]]
    recorder.choose_folder("Where", listener.hear)
    assert recorder.ask_text("Name", "Which?") is None
    assert len(listener.heard) == 4
    assert [one.kind for one in recorder.asked] == ["ask", "ask", "files", "files", "text", "files", "text"]
    recorder.say("Hello.")
    assert recorder.said == [Message("Hello.")]


def test_in_a_low_window_the_newest_message_leaves_the_page_its_room_and_the_others_follow(window, messages, bar):
    window.resize(600, 800)
    for number in range(3):
        messages.say(f"Message {number}.")
    assert words_of(bar) == ["Message 0.", "Message 1.", "Message 2."]
    window.resize(600, 200)
    assert words_of(bar) == ["Message 2."]
    bar.findChildren(QToolButton)[-1].click()
    assert words_of(bar) == ["Message 1."]
