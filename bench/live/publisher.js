// In front of the built Worker: sends an event to a user's object as the Worker's own jobs do,
// without a job.
import worker, { UserHub } from "./index.js"

export { UserHub }

export default {
  ...worker,
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/__publish") return worker.fetch(request, env, ctx)
    const event = await request.json()
    const hub = env.USER_HUB.get(env.USER_HUB.idFromName(event.userId))
    return Response.json(await hub.publish(event))
  },
}
