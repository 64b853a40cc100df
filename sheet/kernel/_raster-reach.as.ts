// Entry checks of the raster kernels. A failed check traps: the host sees a
// WebAssembly.RuntimeError, and nothing has been written. Every buffer ends with PAD spare bytes,
// so that loops can load and store whole vectors across the end of a row.

export const PAD: i32 = 32

/**
 * Traps unless `length` bytes from `pointer`, and the padding after them, lie inside the memory.
 */
@inline
export function reach(pointer: usize, length: i32): void {
  if (length < 0 || <u64>pointer + <u64>length + PAD > <u64>memory.size() << 16) unreachable()
}

/** Traps unless `count` items of `size` bytes from `pointer` lie inside the memory. */
@inline
export function reachMany(pointer: usize, count: i32, size: i32): void {
  if (count < 0 || size < 0 || <u64>count * <u64>size > 0x7fffffff) unreachable()
  reach(pointer, count * size)
}
