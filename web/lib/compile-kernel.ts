/** Returns the program of a kernel, compiled. Throws if it cannot be fetched or is none. */
export async function compileKernel(address: URL): Promise<WebAssembly.Module> {
  const response = await fetch(address)
  return WebAssembly.compile(await response.arrayBuffer())
}
