import { expect, test } from "vitest"
import { givenToken } from "../../../harness/access-token.ts"
import { useApp } from "../../../harness/app.ts"
import { drawnFile } from "../../../harness/fuzz/drawn-file.ts"
import { givenThings } from "../../../harness/fuzz/given-things.ts"
import { NO_SUCH_HOST, type Tester, testersOf, tryCalls } from "../../../harness/fuzz/try-calls.ts"
import { isFull } from "../../../harness/layer.ts"

const app = useApp()
const CALLS = isFull ? 3_000 : 400

// `npm run bench -- fuzz api SEED COUNT` tries any number.
test("whoever reads only the description is answered as it says, and no valid call is refused as malformed", async () => {
  app.expectErrors(NO_SUCH_HOST)
  const document = (await (await app.visitor().fetch("GET", "/api/openapi.json")).json()) as object
  const givenTesters = async (): Promise<Tester[]> => {
    const { client, username } = await app.givenUser({ name: "Reading", credits: 100_000 })
    await givenThings(client, app.standIns.origin, username)
    const { program } = await givenToken(client)
    const admin = await app.givenUser({ name: "Admin", role: "admin" })
    await givenThings(admin.client, app.standIns.origin, admin.username)
    return testersOf({ client, program, admin: admin.client })
  }
  const { wrong, statuses, valid, missed } = await tryCalls(
    { document, drawFile: drawnFile, givenTesters },
    { seed: 1, count: CALLS },
  )
  expect(wrong.map(({ what }) => what)).toEqual([])
  expect(valid).toBeGreaterThan(CALLS / 2)
  expect(statuses.get(200)).toBeGreaterThan(CALLS / 5)
  // Nearly all of them meet what is there.
  expect(missed).toBeLessThan(valid / 10)
})
