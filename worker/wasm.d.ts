/** Wrangler bundles `.wasm` imports as compiled modules. */
declare module "*.wasm" {
  const compiled: WebAssembly.Module
  export default compiled
}
