import { expect, test } from "vitest"
import { LONGEST_RETRY_MS, nextMoment, retryDelayMs } from "../../durable-objects/alarm.ts"
import { decideClaims } from "../../durable-objects/claims.ts"
import { decide, emptyBalance, type LedgerState } from "../../durable-objects/ledger.ts"
import { givenHub } from "../../harness/hub/hub.ts"

/** Polls with a generous limit, for a busy machine. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 })
const nothingYet: LedgerState = { balance: emptyBalance, opened: null, ended: null }
const mirrorOf = (available: number, used: number, seq: number) => ({
  available_credits: available,
  used_credits: used,
  credit_seq: seq,
})

test("a refund of spent credits is owed, blocks holds, and is paid by what comes in before anything is free", () => {
  const spent = { ...emptyBalance, available: 5, used: 15, seq: 3 }
  const refund = decideClaims([{ id: "refund:1", held: 0, taken: 12, note: "" }], {
    balance: spent,
    isOutdated: false,
    entriesOf: () => [],
  })
  expect(refund.reply).toEqual({
    kind: "done",
    repeated: false,
    balance: { available: 0, used: 15, held: 0, owed: 7, seq: 4 },
  })
  const inDebt = refund.reply.balance
  const hold = decide(
    { kind: "hold", id: "hold:1", credits: 1, note: "" },
    { ...nothingYet, balance: inDebt },
  )
  expect(hold).toEqual({ reply: { kind: "refused", reason: "too-few", balance: inDebt }, row: null })
  const grant = decide(
    { kind: "grant", id: "paypal:1", credits: 10, note: "" },
    { ...nothingYet, balance: inDebt },
  )
  expect(grant.reply.balance).toEqual({ available: 3, used: 15, held: 0, owed: 0, seq: 5 })
})

test("amounts that are no whole, positive, bounded number of credits are refused before anything else", () => {
  for (const credits of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_001]) {
    const { reply, row } = decide({ kind: "grant", id: "trial", credits, note: "" }, nothingYet)
    expect([reply.kind === "refused" && reply.reason, row]).toEqual(["bad-amount", null])
  }
})

test("the alarm is set to the earliest timer, and failures wait longer and longer up to a bound", () => {
  expect(nextMoment([null, null])).toBeNull()
  expect(nextMoment([null, 30, 20])).toBe(20)
  expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(retryDelayMs(5_000)).toBe(LONGEST_RETRY_MS)
})

test("an attempt holds, is retried, survives sleep and crash, and is captured once", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const hold = { userId, id: "hold:a", credits: 12, note: "Mugs" }
  await api.grant({ userId, id: "trial", credits: 20, note: "Trial credits" })
  expect(await api.hold(hold)).toMatchObject({ kind: "done", repeated: false })
  await hub.evict()
  expect(await api.hold({ ...hold, note: "Mugs, renamed" })).toMatchObject({
    kind: "done",
    repeated: true,
    balance: { available: 8, held: 12 },
  })
  expect(await api.hold({ ...hold, credits: 11 })).toMatchObject({ reason: "id-reused" })
  await hub.crash()
  const verbs = ["capture", "capture", "release"] as const
  expect(await Promise.all(verbs.map((verb) => api[verb]({ userId, id: "hold:a" })))).toMatchObject([
    { kind: "done", repeated: false, balance: { available: 8, held: 0, used: 12, seq: 3 } },
    { kind: "done", repeated: true },
    { kind: "refused", reason: "hold-ended" },
  ])
  expect(await api.release({ userId, id: "hold:never" })).toMatchObject({
    reason: "unknown-hold",
  })
  expect(await api.capture({ userId, id: "trial" })).toMatchObject({ reason: "unknown-hold" })
  expect(await api.statement({ afterSeq: 1, limit: 10 })).toMatchObject([
    { seq: 2, id: "hold:a", kind: "hold", credits: 12, note: "Mugs", availableAfter: 8 },
    { seq: 3, id: "hold:a", kind: "capture", credits: 12, note: "Mugs", availableAfter: 8 },
  ])
  expect(await api.statement({ afterSeq: 0, limit: 1 })).toHaveLength(1)
})

test("a dispute holds, is won, opened again, lost and won on appeal; refunds and late answers beside it", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const claim = async (claims: [id: string, held: number, taken: number][], seenSeq?: number) => {
    const { seq } = await api.balance()
    const list = claims.map(([id, held, taken]) => ({ id, held, taken, note: `${id} now` }))
    return api.claim({ userId, seenSeq: seenSeq ?? seq, claims: list })
  }
  const balance = () => api.balance()
  await api.grant({ userId, id: "paypal:1", credits: 100, note: "" })
  await api.hold({ userId, id: "hold:a", credits: 60, note: "" })
  await api.capture({ userId, id: "hold:a" })

  // 60 of the 100 are spent: they are owed while the dispute lasts.
  expect(await claim([["dispute:D", 100, 0]])).toMatchObject({ kind: "done", repeated: false })
  expect(await balance()).toEqual({ available: 0, used: 60, held: 100, owed: 60, seq: 4 })
  expect(await claim([["dispute:D", 100, 0]])).toMatchObject({ repeated: true, balance: { seq: 4 } })
  expect(await api.hold({ userId, id: "hold:b", credits: 1, note: "" })).toMatchObject({
    reason: "too-few",
  })
  await hub.evict()
  await claim([["dispute:D", 0, 0]])
  expect(await balance()).toEqual({ available: 40, used: 60, held: 0, owed: 0, seq: 5 })
  // An answer from before the win is too late.
  expect(await claim([["dispute:D", 100, 0]], 4)).toMatchObject({ kind: "refused", reason: "outdated" })
  await claim([["dispute:D", 100, 0]])
  await hub.crash()
  await claim([["dispute:D", 0, 100]])
  expect(await balance()).toEqual({ available: 0, used: 60, held: 0, owed: 60, seq: 7 })
  await claim([["dispute:D", 0, 0]])
  expect(await balance()).toMatchObject({ available: 40, owed: 0 })
  // Half of it refunded, a quarter lost: in one step, nothing free in between.
  await claim([["dispute:E", 50, 0]])
  await claim([
    ["refund:R", 0, 50],
    ["dispute:E", 0, 25],
  ])
  expect(await balance()).toMatchObject({ available: 0, held: 0, owed: 35, used: 60 })
  expect(await api.statement({ afterSeq: 3, limit: 20 })).toMatchObject([
    { id: "dispute:D", kind: "hold", credits: 100, note: "dispute:D now" },
    { id: "dispute:D", kind: "release", credits: 100 },
    { id: "dispute:D#2", kind: "hold", credits: 100 },
    { id: "dispute:D#2", kind: "capture", credits: 100 },
    { id: "dispute:D#3", kind: "grant", credits: 100 },
    { id: "dispute:E", kind: "hold", credits: 50 },
    { id: "refund:R", kind: "refund", credits: 50 },
    { id: "dispute:E", kind: "release", credits: 50 },
    { id: "dispute:E#2", kind: "refund", credits: 25 },
  ])
  for (const id of ["hold:a", "dispute:", "dispute:D#2", "trial"])
    await expect(claim([[id, 1, 0]])).rejects.toThrow("refunds and disputes were expected")
  await expect(
    claim([
      ["dispute:D", 1, 0],
      ["dispute:D", 0, 1],
    ]),
  ).rejects.toThrow("different")
  expect(await claim([["dispute:D", 0.5, 0]])).toMatchObject({ reason: "bad-amount" })
})

test("many holds at once never take more than there is", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  await api.grant({ userId, id: "trial", credits: 20, note: "" })
  await hub.evict()
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) => api.hold({ userId, id: `hold:${i}`, credits: 3, note: "" })),
  )
  const done = replies.filter(({ kind }) => kind === "done")
  expect(done).toHaveLength(6)
  expect(await api.balance()).toEqual({ available: 2, used: 0, held: 18, owed: 0, seq: 7 })
})

test("a balance set while credits are spent and owed is met exactly, once, and never takes held ones", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const set = (id: string, available: number) =>
    api.setAvailable({ userId, id, available, note: "Set by Ada" })
  await api.grant({ userId, id: "trial", credits: 20, note: "" })
  await api.hold({ userId, id: "hold:a", credits: 12, note: "" })
  expect(await set("admin:1", 100)).toMatchObject({
    kind: "done",
    repeated: false,
    balance: { available: 100, held: 12 },
  })
  expect(await set("admin:2", 5)).toMatchObject({ balance: { available: 5, held: 12, owed: 0 } })
  await hub.evict()
  expect(await set("admin:1", 100)).toMatchObject({ kind: "done", repeated: true, balance: { available: 5 } })
  expect(await set("admin:1", 101)).toMatchObject({ kind: "refused", reason: "id-reused" })
  expect(await set("hold:a", 5)).toMatchObject({ kind: "refused", reason: "id-reused" })
  expect(await set("admin:3", 5)).toMatchObject({ kind: "done", repeated: false, balance: { seq: 4 } })
  for (const wrong of [0, -1, 1.5, 2e9])
    expect(await set("admin:4", wrong)).toMatchObject({ reason: "bad-amount" })
  await api.claim({
    userId,
    seenSeq: 4,
    claims: [{ id: "refund:1", held: 0, taken: 9, note: "" }],
  })
  expect(await set("admin:5", 10)).toMatchObject({ balance: { available: 10, owed: 0, seq: 6 } })
  expect(await api.statement({ afterSeq: 2, limit: 10 })).toMatchObject([
    { id: "admin:1", kind: "grant", credits: 92, note: "Set by Ada", availableAfter: 100 },
    { id: "admin:2", kind: "refund", credits: 95, availableAfter: 5 },
    { id: "refund:1", kind: "refund", credits: 9, availableAfter: 0 },
    { id: "admin:5", kind: "grant", credits: 14, availableAfter: 10 },
  ])
})

test("a balance changed by what was seen is refused once it has moved, and counts one change once", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const change = (id: string, expected: number, available: number) =>
    api.setAvailable({ userId, id, available, expected, note: "By Ada" })
  await api.grant({ userId, id: "trial", credits: 20, note: "" })
  await api.hold({ userId, id: "hold:a", credits: 12, note: "" })
  const moved = { kind: "refused", reason: "moved", balance: { available: 8, seq: 2 } }
  expect(await change("admin:1", 20, 120)).toMatchObject(moved)
  // Both at once: only one of them has seen the current balance.
  const ids = ["admin:1", "admin:2", "admin:1"]
  expect(await Promise.all(ids.map((id) => change(id, 8, 108)))).toMatchObject([
    { kind: "done", repeated: false, balance: { available: 108 } },
    { kind: "refused", reason: "moved", balance: { available: 108 } },
    { kind: "done", repeated: true },
  ])
  await hub.evict()
  // The same addition, sent again by a page that has seen the new balance since.
  expect(await change("admin:1", 108, 208)).toMatchObject({ kind: "done", repeated: true })
  expect(await change("admin:1", 108, 209)).toMatchObject({ kind: "refused", reason: "id-reused" })
  expect(await change("admin:3", 108, 5)).toMatchObject({ kind: "done", balance: { available: 5 } })
  expect(await change("admin:4", 5, 5)).toMatchObject({ kind: "done", balance: { available: 5, seq: 4 } })
  // Added credits pay the debt first, as any grant does.
  const { seq: seenSeq } = await api.balance()
  const claims = [{ id: "refund:1", held: 0, taken: 35, note: "" }]
  await api.claim({ userId, seenSeq, claims })
  expect(await change("admin:5", 0, 100)).toMatchObject({ balance: { available: 70, owed: 0 } })
  expect(await api.statement({ afterSeq: 2, limit: 10 })).toMatchObject([
    { id: "admin:1", kind: "grant", credits: 100, availableAfter: 108 },
    { id: "admin:3", kind: "refund", credits: 103, availableAfter: 5 },
    { id: "refund:1" },
    { id: "admin:5", kind: "grant", credits: 100, availableAfter: 70 },
  ])
})

test("a hub serves only its first user, and its ledger cannot be rewritten", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const grant = { userId, id: "trial", credits: 20, note: "" }
  await api.grant(grant)
  await hub.evict()
  const other = { ...grant, userId: "user-2", id: "paypal:1" }
  await expect(api.grant(other)).rejects.toThrow(`this hub is user ${userId}'s`)
  await expect(api.grant({ ...grant, id: "" })).rejects.toThrow("1 to 200 characters")
  await expect(hub.query("UPDATE entry SET credits = 99")).rejects.toThrow("only appends")
  await expect(hub.query("DELETE FROM entry")).rejects.toThrow("only appends")
  expect(await api.balance()).toMatchObject({ available: 20, seq: 1 })
})

test("D1's copy follows by itself, is sent again while D1 fails, and a lost answer changes nothing", async () => {
  const hub = givenHub()
  const { api, userId } = hub
  const grant = (id: string) => api.grant({ userId, id, credits: 10, note: "" })
  const mirror = () => hub.mirror()
  await hub.join()
  await grant("trial")
  await eventually(mirror).toEqual(mirrorOf(10, 0, 1))

  hub.setD1("fails-before")
  await grant("paypal:1")
  await eventually(() => hub.query("SELECT seq, attempts FROM outbox")).toMatchObject([
    { seq: 2, attempts: expect.toSatisfy((attempts: number) => attempts >= 1) },
  ])
  expect(await mirror()).toEqual(mirrorOf(10, 0, 1))
  expect(await hub.alarmAt()).toBeGreaterThan(Date.now() - 1_000)

  await hub.crash()
  hub.setD1("fails-after")
  await grant("paypal:2")
  await eventually(mirror).toEqual(mirrorOf(30, 0, 3))
  await hub.recover()
  expect(await mirror()).toEqual(mirrorOf(30, 0, 3))
  expect(await hub.query("SELECT * FROM outbox")).toEqual([])
  expect(await hub.alarmAt()).toBeNull()
})
