import { setTimeout } from "node:timers/promises"
import type { Client } from "../../local/client.ts"
import { type Document, replyChecker } from "../reply-check.ts"
import { randomFrom } from "../seeded-random.ts"
import {
  type DescribedCall,
  type DrawFile,
  type DrawnCall,
  describedCalls,
  drawCall,
  drawValidCall,
  idsIn,
  KnownIds,
} from "./described-calls.ts"
import { caseSeed } from "./mode.ts"
import { pick } from "./nasty.ts"
import { provide } from "./provided-things.ts"

/** A caller; `way` is the description's name for how they prove who they are. */
export type Tester = { name: string; account: string; client: Client; way: "accessToken" | "session" }

/** Returns the callers of a seller, by session and by token, and of an admin, who calls less often. */
export function testersOf(by: { client: Client; program: Client; admin: Client }): Tester[] {
  const token: Tester = { name: "token", account: "seller", client: by.program, way: "accessToken" }
  const session: Tester = { name: "session", account: "seller", client: by.client, way: "session" }
  return [
    token,
    session,
    token,
    session,
    { name: "admin", account: "admin", client: by.admin, way: "session" },
  ]
}

/** The errors that are logged of an address in the description's examples, whose name leads nowhere. */
export const NO_SUCH_HOST =
  /failed to lookup address information|delivery not answered.*"host":"[\w.]*\bexample\b/

type Knowing = Tester & { ids: KnownIds }
/** A call that was not answered as it should be, and why. */
type WrongAnswer = { number: number; what: string; call: DrawnCall }

type Answer = { status: number; text: string; contentType: string | null }

export type Trial = {
  document: object
  drawFile: DrawFile
  /** Returns the callers, each with a session or a token that is live. */
  givenTesters(): Promise<Tester[]>
}

/** `missed`: the valid calls that were answered 404. */
type Tried = { wrong: WrongAnswer[]; statuses: Map<number, number>; valid: number; missed: number }

/** The share of calls that their caller may not make. */
const OTHERS_SHARE = 0.05
/** The calls after which all lists are read again: much is made and deleted without its list. */
const LISTED_EVERY = 300
/** The draws of a call in place of one that is about what its caller neither has nor can make. */
const MOST_DRAWS = 4
/** The tries of a call that meets a press with no room. */
const BUSY_TRIES = 3

/**
 * Sends calls to the app that are drawn from its description alone, with ids out of its own replies. Returns the answers that are
 * wrong: a status above 499 or one that is not described, a body that its schema does not take, and the refusal of a
 * valid call as malformed; and how many answers of each status there were. Call n of a seed is drawn alike each time,
 * but for those ids and for what has to be made first. Several may go side by side, each with testers of its own and every so manieth call: `lane` of `lanes`.
 */
export async function tryCalls(
  { document, drawFile, givenTesters }: Trial,
  {
    seed,
    count,
    lane = 0,
    lanes = 1,
    every = async () => {},
  }: {
    seed: number
    count: number
    lane?: number
    lanes?: number
    every?: (number: number) => Promise<void>
  },
): Promise<Tried> {
  const calls = describedCalls(document)
  const problemOf = replyChecker(document as Document)
  const wrong: WrongAnswer[] = []
  const statuses = new Map<number, number>()
  let [valid, missed] = [0, 0]
  let testers: Knowing[] = []
  for (let number = lane; number < count; number += lanes) {
    await every(number)
    if (Math.floor(number / lanes) % LISTED_EVERY === 0) await learnLists(testers, calls)
    if (testers.length === 0) testers = await beginners(await givenTesters(), calls)
    const random = randomFrom(caseSeed(seed, number))
    const tester = pick(testers, random)
    const own = calls.filter(({ callers }) => callers.length === 0 || callers.includes(tester.way))
    const judge = (described: DescribedCall, call: DrawnCall, answer: Answer) => {
      const report = (what: string) =>
        wrong.push({
          number,
          what: `${number}: ${tester.name} ${call.method} ${call.path.slice(0, 120)}: ${what}`,
          call,
        })
      const reply = jsonIn(answer)
      if (answer.status === 0 || answer.status > 499)
        report(`answered ${answer.status} ${answer.text.slice(0, 300)}`)
      const problem = answer.status > 0 && problemOf(seenOf(call, answer, reply))
      if (problem) report(`is not as described: ${problem}`)
      // Forms in front of the sign-in are told at their field that a code or a captcha is wrong.
      const isForm = described.callers.length === 0
      if (call.isValid && codeOf(reply) === "validation-failed" && own.includes(described) && !isForm)
        report(`was refused as malformed: ${answer.text.slice(0, 300)}`)
      return reply
    }
    const make = async (maker: DescribedCall) => {
      const call = drawValidCall(maker, { ids: tester.ids, drawFile, random })
      const answer = await send(tester.client, call)
      const reply = judge(maker, call, answer)
      if (answer.status > 0 && answer.status < 300) tester.ids.learn(maker, call.path, reply)
    }
    const choose = () => pick(random() < OTHERS_SHARE ? calls : own, random)
    let described = choose()
    for (let draws = 1; draws < MOST_DRAWS; draws++) {
      if (await provide(described, { ids: tester.ids, calls: own, make, random })) break
      described = choose()
    }
    const call = drawCall(described, { ids: tester.ids, drawFile, random })
    const answer = await send(tester.client, call)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (call.isValid) valid += 1
    if (call.isValid && answer.status === 404) missed += 1
    const reply = judge(described, call, answer)
    await note(tester, { described, call, answer, reply, calls })
    // A call has ended the session, the token or the account: all begin anew.
    if (answer.status === 401 && described.callers.includes(tester.way) && !(await isIn(tester))) testers = []
  }
  return { wrong, statuses, valid, missed }
}

type Sent = {
  described: DescribedCall
  call: DrawnCall
  answer: Answer
  reply: unknown
  calls: readonly DescribedCall[]
}

/** Learns the ids of a reply, and forgets those of what is gone: after that, its list says what else is there. */
async function note({ ids, client }: Tester & { ids: KnownIds }, sent: Sent): Promise<void> {
  const { described, call, answer, reply, calls } = sent
  const isDone = answer.status < 300 && answer.status > 0
  if (isDone) ids.learn(described, call.path, reply)
  const isGone = isDone ? deletes(described) : answer.status === 404 && call.isValid
  if (!isGone) return
  const gone = ids.forget(idsIn(typeof call.body === "string" ? call.path + call.body : call.path))
  const collections = new Set([described.path.split("/{")[0], ...gone])
  for (const list of calls)
    if (list.method === "GET" && collections.has(list.path)) await learnList(client, ids, list)
}

/** Returns whether things are gone after a call. */
function deletes({ method, path }: DescribedCall): boolean {
  return method === "DELETE" || /\/bulk-delete/.test(path)
}

/** Has the testers of one account know the same ids, beginning with those in its lists. */
async function beginners(testers: Tester[], calls: readonly DescribedCall[]): Promise<Knowing[]> {
  const known = new Map(testers.map(({ account }) => [account, new KnownIds(calls)]))
  const knowing = testers.map((tester) => ({
    ...tester,
    ids: known.get(tester.account) ?? new KnownIds(calls),
  }))
  await learnLists(knowing, calls)
  return knowing
}

async function learnLists(testers: readonly Knowing[], calls: readonly DescribedCall[]): Promise<void> {
  const lists = calls.filter(
    ({ method, path, callers }) => method === "GET" && /^[\w/-]+s$/.test(path) && callers.includes("session"),
  )
  for (const { client, ids } of new Map(testers.map((tester) => [tester.ids, tester])).values())
    for (const list of lists) await learnList(client, ids, list)
}

async function learnList(client: Client, ids: KnownIds, list: DescribedCall): Promise<void> {
  const { status, data } = await client.get(list.path)
  if (status === 200) ids.learn(list, list.path, { data })
}

/** Returns false if a caller's session or token has ended. */
async function isIn({ client }: Tester): Promise<boolean> {
  return (await client.get("/api/images?limit=1")).status === 200
}

/** Sends a call, and sends it again when the answer says that there is no room now but will be soon. */
async function send(client: Client, call: DrawnCall, tries = 1): Promise<Answer> {
  const { method, path, headers, body } = call
  try {
    const response = await client.fetch(method, path, body, headers)
    const afterS = response.status === 503 ? Number(response.headers.get("retry-after") ?? 0) : 0
    if (afterS > 0 && tries < BUSY_TRIES) {
      await setTimeout(afterS * 1000)
      return send(client, call, tries + 1)
    }
    return {
      status: response.status,
      text: await response.text(),
      contentType: response.headers.get("content-type"),
    }
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return { status: 0, text: `no answer: ${error} ${cause ?? ""}`, contentType: null }
  }
}

function jsonIn({ text, contentType }: Answer): unknown {
  return contentType?.startsWith("application/json") && text !== "" ? JSON.parse(text) : undefined
}

function seenOf({ method, path }: DrawnCall, { status, contentType }: Answer, body: unknown) {
  // A path as the server reads it, without dots and signs that a caller may write.
  const { pathname } = new URL(path, "http://app")
  return { method, path: pathname, status, contentType, ...(body !== undefined && { body }) }
}

function codeOf(reply: unknown): unknown {
  return typeof reply === "object" && reply !== null ? Reflect.get(reply, "code") : undefined
}
