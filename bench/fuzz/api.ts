import { setTimeout } from "node:timers/promises"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { givenToken } from "../../harness/access-token.ts"
import type { DrawnCall } from "../../harness/fuzz/described-calls.ts"
import { drawnFile } from "../../harness/fuzz/drawn-file.ts"
import { givenThings } from "../../harness/fuzz/given-things.ts"
import type { Finding, Mode, Report } from "../../harness/fuzz/mode.ts"
import { NO_SUCH_HOST, type Tester, testersOf, tryCalls } from "../../harness/fuzz/try-calls.ts"
import { insertPerson } from "../../harness/insert-person.ts"
import { Client } from "../../local/client.ts"
import { type FuzzedApp, openFuzzedApp } from "./fuzzed-app.ts"

/** The calls after which limits of rate are forgotten, which would refuse all later ones. */
const FORGET_EVERY = 25
const CREDITS = 1_000_000
/** The calls at the same time, by people of their own: one waits while another one's is computed. */
const LANES = 4
/** The time for what the last calls have begun, which may log an error. */
const SETTLE_MS = 2_000

export const api: Mode = {
  about:
    "calls drawn from the description alone, valid and broken, by a token of all scopes, a seller and an admin: answers as described, none above 499, no valid call refused as malformed, no error logged",
  usualCount: 20_000,
  run: fuzzApi,
  close: async () => kept?.close(),
}

/** The app, kept from seed to seed. */
let kept: FuzzedApp | null = null
let people = 0

async function fuzzApi(seed: number, count: number): Promise<Report> {
  kept ??= await openFuzzedApp()
  const app = kept
  const hubs = await app.runtime.miniflare.getDurableObjectNamespace("USER_HUB")
  const hubOf = async (id: string) => hubs.get(hubs.idFromName(id)) as unknown as UserHubApi
  const findings: Finding[] = []
  const logs = (number: number) => {
    for (const line of app.logged.splice(0).filter((line) => !NO_SUCH_HOST.test(line)))
      findings.push({
        case: number,
        kind: "txt",
        what: `${number}: logged ${line.slice(0, 300)}`,
        bytes: Buffer.from(line),
      })
  }
  const givenClient = async (role: "user" | "admin", userIds: string[]) => {
    people += 1
    const username = `${role}${people}`
    const person = { firstName: "Fuzzy", lastName: "Logic", username, email: `${username}@shop.test` }
    const { userId, cookies } = await insertPerson(
      { db: app.db, hubOf },
      { ...person, password: "a-good-password" },
    )
    await (await hubOf(userId)).grant({ userId, id: "fuzz", credits: CREDITS, note: "To be spent" })
    await app.db.prepare("UPDATE user SET role = ? WHERE id = ?").bind(role, userId).run()
    userIds.push(userId)
    return { client: new Client(app.runtime.origin, { cookies }), username }
  }
  const givenTesters = async (userIds: string[]): Promise<Tester[]> => {
    const [seller, admin] = [await givenClient("user", userIds), await givenClient("admin", userIds)]
    for (const { client, username } of [seller, admin])
      await givenThings(client, app.standInsOrigin, `described-${username}`)
    const { program } = await givenToken(seller.client)
    return testersOf({ client: seller.client, program, admin: admin.client })
  }
  const tryLane = (lane: number) => {
    const userIds: string[] = []
    const trial = { document: app.document, drawFile: drawnFile, givenTesters: () => givenTesters(userIds) }
    return tryCalls(trial, {
      ...{ seed, count, lane, lanes: LANES },
      async every(number) {
        logs(number - 1)
        if (Math.floor(number / LANES) % FORGET_EVERY > 0) return
        await app.db.prepare("DELETE FROM rate_count").run()
        for (const userId of userIds.slice(-2)) await (await hubOf(userId)).forgetEvents()
      },
    })
  }
  const tried = await Promise.all(Array.from({ length: LANES }, (_, lane) => tryLane(lane)))
  await setTimeout(SETTLE_MS)
  logs(count)
  for (const { number, what, call } of tried.flatMap(({ wrong }) => wrong))
    findings.push({ case: number, kind: "txt", what, bytes: linesOf(call) })
  const figures: Record<string, number> = { valid: 0, missed: 0 }
  for (const { statuses, valid, missed } of tried) {
    figures.valid += valid
    figures.missed += missed
    for (const [status, calls] of statuses) figures[status] = (figures[status] ?? 0) + calls
  }
  return { figures, findings }
}

function linesOf({ method, path, headers, body }: DrawnCall): Uint8Array {
  const text = body instanceof FormData ? JSON.stringify([...body.keys()]) : (body ?? "")
  return Buffer.concat([Buffer.from(`${JSON.stringify({ method, path, headers })}\n\n`), Buffer.from(text)])
}
