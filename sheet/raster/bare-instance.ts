/** A function that a module asks of the world outside. */
export type OutsideCall = (...numbers: number[]) => number | undefined

const PAGE_BYTES = 65_536

/** Returns the exports of a C program's module, with these calls of the world outside and no other: by name, or by `stub`. */
export function startBare(
  module: WebAssembly.Module,
  own: Readonly<Record<string, OutsideCall>>,
  stub: (name: string) => OutsideCall,
): WebAssembly.Exports {
  const imports: Record<string, Record<string, OutsideCall>> = {}
  for (const { module: part, name } of WebAssembly.Module.imports(module)) {
    imports[part] ??= {}
    imports[part][name] = own[name] ?? stub(name)
  }
  return new WebAssembly.Instance(module, imports).exports
}

/** Grows a memory to hold so many bytes. Returns 1 if it could, 0 if that is more than there is or may be. */
export function growTo(memory: WebAssembly.Memory, bytes: number): number {
  const missing = bytes - memory.buffer.byteLength
  try {
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    return 1
  } catch {
    return 0
  }
}
