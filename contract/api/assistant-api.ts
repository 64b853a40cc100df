import { z } from "zod"
import { connectedAssistantSchema } from "../accounts/connected-assistant.ts"
import { idSchema } from "../id.ts"
import { reply, routes, saying } from "../route.ts"

export const assistants = routes({
  list: {
    method: "GET",
    path: "/assistants",
    summary: "The assistants that may act for one's own account, the newest first",
    caller: "user",
    isOwn: true,
    replies: { 200: reply(z.array(connectedAssistantSchema)) },
  },
  remove: {
    method: "DELETE",
    path: "/assistants/{id}",
    summary: "End an assistant's access; from then on its tokens open nothing",
    caller: "user",
    isOwn: true,
    replies: { 200: saying(z.object({ _id: idSchema })) },
  },
})
