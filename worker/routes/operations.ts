import { operations } from "../../contract/api/operations-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { decideTrouble } from "../flows/operations/decide-trouble.ts"
import { readAllOperations } from "../flows/operations/read-operations.ts"
import { everyPlace } from "../place.ts"

/** The state of the shop as a whole, for admins, and their decisions about it. */
export const operationsRoutes = new ApiRoutes()
  .serve(operations.overview, async (c) => ({
    data: await readAllOperations(
      everyPlace(c.env).map((own) => readerOf(databaseOf(own))),
      Date.now(),
    ),
  }))
  .serve(operations.decide, async (c) => {
    const request = c.req.valid("json")
    return { data: { _id: request._id }, message: await decideTrouble(c, request) }
  })
