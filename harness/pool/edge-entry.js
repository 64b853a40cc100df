// In front of the edge in the test pool, where nobody else sees its log: GET /__errors returns the
// errors since the last call.
import worker from "./index.js"

export * from "./index.js"

const errors = []
console.info = () => {}
console.error = (line) => errors.push(String(line))

export default {
  fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/__errors") return Response.json(errors.splice(0))
    return worker.fetch(request, env, ctx)
  },
}
