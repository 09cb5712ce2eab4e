"""Engine: what compiled loops do with memory that plain Python has no words for.

Many bytes are copied and eight looked at as one number: a loop over single bytes takes some nanoseconds for each. And what is
needed soon is asked for before, since a row of a large table takes a hundred nanoseconds to come.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def copy_bytes(_context: Any, to: Any, at: Any, source: Any, start: Any, size: Any) -> Any:
    """Copy source[start:start + size] to to[at:at + size], two uint8 arrays. The bounds are not checked."""
    signature = types.void(to, types.int64, source, types.int64, types.int64)

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to_type, _, source_type, _, _ = signature.args
        target = context.make_array(to_type)(context, builder, arguments[0]).data
        origin = context.make_array(source_type)(context, builder, arguments[2]).data
        cgutils.raw_memcpy(
            builder, builder.gep(target, [arguments[1]]), builder.gep(origin, [arguments[3]]), arguments[4], 1
        )
        return context.get_dummy_value()

    return signature, made


@intrinsic  # type: ignore[untyped-decorator]
def eight_bytes(_context: Any, data: Any, at: Any) -> Any:
    """uint64: data[at:at + 8] of a uint8 array, the first byte lowest. The bounds are not checked."""
    signature = types.uint64(data, types.int64)

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(held, [arguments[1]]), cgutils.ir.IntType(64).as_pointer())
        return builder.load(place, align=1)

    return signature, made


@intrinsic  # type: ignore[untyped-decorator]
def lowest_byte(_context: Any, mask: Any) -> Any:
    """int64: which byte of a uint64 that is not 0 holds its lowest bit that is set."""
    signature = types.int64(types.uint64)

    def made(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        whole = cgutils.ir.IntType(64)
        bit = builder.cttz(arguments[0], cgutils.true_bit)
        return builder.lshr(bit, whole(3))

    return signature, made


@intrinsic  # type: ignore[untyped-decorator]
def ask_for(_context: Any, table: Any, row: Any, column: Any) -> Any:
    """Have table[row, column] and what lies beside it brought near the core, without waiting. The bounds are not checked."""
    signature = types.void(table, types.int64, types.int64)

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte, number = cgutils.ir.IntType(8).as_pointer(), cgutils.ir.IntType(32)
        strides = cgutils.unpack_tuple(builder, held.strides, 2)
        steps = [builder.mul(place, stride) for place, stride in zip(arguments[1:], strides, strict=True)]
        place = builder.gep(builder.bitcast(held.data, byte), [builder.add(*steps)])
        kind = cgutils.ir.FunctionType(cgutils.ir.VoidType(), [byte, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(ask, [place, number(0), number(3), number(1)])  # to read, soon and often, data
        return context.get_dummy_value()

    return signature, made
