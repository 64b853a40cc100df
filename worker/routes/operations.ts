import { operations } from "../../contract/api/operations-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { decideTrouble } from "../flows/operations/decide-trouble.ts"
import { readAllOperations } from "../flows/operations/read-operations.ts"

/** The state of the shop as a whole, for admins, and their decisions about it. */
export const operationsRoutes = new ApiRoutes()
  .serve(operations.overview, async (c) => ({
    data: await readAllOperations(c.env, Date.now()),
  }))
  .serve(operations.decide, async (c) => {
    const request = c.req.valid("json")
    return { data: { _id: request._id }, message: await decideTrouble(c, request) }
  })
