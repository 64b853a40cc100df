/** The built Worker: local/runtime.ts puts it beside front-worker.ts under this name. */
declare const worker: { fetch(request: Request, env: unknown, ctx: unknown): Promise<Response> }
export default worker
