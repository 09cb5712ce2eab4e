"""UI: where the window's pictures, themes and samples are: in a checkout, in an installed wheel, in a frozen program."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path, PurePosixPath


@cache
def _root() -> Path:
    """The folder that holds icons/, themes/ and samples/."""
    package = Path(__file__).resolve().parent.parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [Path(frozen) / "resources", Path(frozen) / "entityres" / "resources"] if frozen else []
    places += [package / "resources", package.parent / "resources"]
    for place in places:
        if (place / "themes").is_dir():
            return place
    raise FileNotFoundError(f"The program's resources are missing; looked in {', '.join(map(str, places))}.")


def resource_path(name: str) -> Path:
    """The place of a resource, such as `icons/open.svg`.

    Args:
        name: Relative name with forward slashes.

    Raises:
        ValueError: The name leaves the folder of resources.
        FileNotFoundError: There is no such resource.
    """
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts:
        raise ValueError(f"{name} is not a name inside the resources.")
    path = _root().joinpath(*relative.parts)
    if not path.exists():
        raise FileNotFoundError(f"The resource {name} is missing.")
    return path


def resource_names(folder: str, ending: str) -> list[str]:
    """Names (without ending) of the resources in a folder, sorted."""
    return sorted(path.stem for path in resource_path(folder).glob(f"*{ending}"))
