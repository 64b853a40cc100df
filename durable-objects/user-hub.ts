import { DurableObject } from "cloudflare:workers"
import type { Balance, CallCount, LedgerEntry, LedgerReply, UserHubApi } from "../contract/credits/hub.ts"
import { CLOSE_SIGNED_OUT, type LiveMessage, type PollReply } from "../contract/live.ts"
import { nextMoment } from "./alarm.ts"
import { countCalls, dropCounts } from "./call-counts.ts"
import {
  CLOSE_NORMAL,
  CLOSE_TOO_BIG,
  checkKey,
  clampWaitMs,
  eventName,
  expiryMoment,
  MAX_INCOMING_BYTES,
  parseAfter,
  resumeFrom,
  serialise,
} from "./channel.ts"
import { decideClaims, isClaimId, MAX_CLAIMS } from "./claims.ts"
import {
  appendEvent,
  dropAllEvents,
  expireEvents,
  readEvents,
  readOldestAtMs,
  readSpan,
} from "./event-log.ts"
import { checkedId, decide, type LedgerRequest, type LedgerRow } from "./ledger.ts"
import {
  appendEntry,
  hasClaimSince,
  readBalance,
  readClaim,
  readState,
  readStatement,
} from "./ledger-store.ts"
import { migrate } from "./migrations.ts"
import { type MirrorEnv, queueMirror, readMirrorDue, tellMirror } from "./mirror.ts"
import { Pollers } from "./pollers.ts"
import { admitSocket, catchUpSockets, closeSockets, roleNamed, sendPassing } from "./sockets.ts"

type HubEnv = MirrorEnv

/** The argument of a Worker's call. */
type Given<Call extends keyof UserHubApi> = Parameters<UserHubApi[Call]> extends [infer One] ? One : never

const MAX_NOTE_CHARS = 200

/**
 * The object of a user: the source of truth for their credits, and the channel to their open pages.
 * This class only wires storage, sockets, alarm and calls; ledger.ts, channel.ts and alarm.ts
 * decide. Each writing call uses one synchronous transaction, so concurrent calls are decided one
 * by one.
 */
export class UserHub extends DurableObject<HubEnv> implements UserHubApi {
  readonly #pollers = new Pollers()
  /** The alarm's current time, so that it is written only when it changes. */
  #alarmAtMs: number | null = null

  constructor(ctx: DurableObjectState, env: HubEnv) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"))
    migrate(ctx.storage)
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAtMs = await ctx.storage.getAlarm()
      this.#setAlarm()
      catchUpSockets(ctx)
    })
  }

  async balance(): Promise<Balance> {
    return readBalance(this.ctx.storage.sql)
  }

  async grant({ userId, ...entry }: Given<"grant">): Promise<LedgerReply> {
    return this.#enter(userId, { kind: "grant", ...entry })
  }

  async hold({ userId, ...entry }: Given<"hold">): Promise<LedgerReply> {
    return this.#enter(userId, { kind: "hold", ...entry })
  }

  async capture({ userId, id }: Given<"capture">): Promise<LedgerReply> {
    return this.#enter(userId, { kind: "capture", id })
  }

  async release({ userId, id }: Given<"release">): Promise<LedgerReply> {
    return this.#enter(userId, { kind: "release", id })
  }

  async claim({ userId, seenSeq, claims }: Given<"claim">): Promise<LedgerReply> {
    const ids = claims.map(({ id }) => checkedId(id))
    if (ids.length > MAX_CLAIMS || new Set(ids).size < ids.length || !ids.every(isClaimId))
      throw new RangeError(
        `up to ${MAX_CLAIMS} different refunds and disputes were expected: ${ids.slice(0, 5)}`,
      )
    const { sql } = this.ctx.storage
    return this.#append(userId, () =>
      decideClaims(claims, {
        balance: readBalance(sql),
        isOutdated: hasClaimSince(sql, seenSeq),
        entriesOf: (id) => readClaim(sql, id),
      }),
    )
  }

  async setAvailable({ userId, ...entry }: Given<"setAvailable">): Promise<LedgerReply> {
    return this.#enter(userId, { kind: "set", ...entry })
  }

  async statement(query: Given<"statement">): Promise<LedgerEntry[]> {
    return readStatement(this.ctx.storage.sql, query)
  }

  async count({ userId, ...calls }: Given<"count">): Promise<CallCount> {
    checkKey(calls.key)
    return this.ctx.storage.transactionSync(() => {
      this.#remember(userId)
      return countCalls(this.ctx.storage.sql, { ...calls, nowMs: this.nowMs() })
    })
  }

  async publish({ userId, key, event }: Given<"publish">): Promise<{ seq: number }> {
    checkKey(key)
    const name = eventName(event, userId)
    const data = serialise(event)
    const seq = this.ctx.storage.transactionSync(() => {
      this.#remember(userId)
      return appendEvent(this.ctx.storage.sql, { key, name, data, nowMs: this.nowMs() })
    })
    this.#setAlarm()
    catchUpSockets(this.ctx)
    this.#pollers.wake([])
    return { seq }
  }

  async publishPassing({ userId, event }: Given<"publishPassing">): Promise<void> {
    this.#remember(userId)
    const data: unknown = JSON.parse(serialise(event))
    const message: LiveMessage = {
      seq: readSpan(this.ctx.storage.sql).latest,
      event: eventName(event, userId),
      data,
    }
    sendPassing(this.ctx, message)
    this.#pollers.wake([message])
  }

  /** Waits for events. A negative `after` asks only for the log's position and is answered at once. */
  async poll({ userId, after, waitMs }: Given<"poll">): Promise<PollReply> {
    this.#remember(userId)
    if (!Number.isSafeInteger(after)) throw new RangeError(`after is a sequence number, this is ${after}`)
    const now = this.#readSince(after)
    const wait = clampWaitMs(waitMs)
    if (after < 0 || now.reset || now.events.length > 0 || wait === 0) return now
    const passing = await this.#pollers.wait(wait)
    const later = this.#readSince(after)
    return { ...later, events: [...later.events, ...passing] }
  }

  async closeSockets({ sessionId, memberId }: Given<"closeSockets">): Promise<void> {
    closeSockets(this.ctx, memberId ?? sessionId, CLOSE_SIGNED_OUT, "signed out")
    // A poll does not know its session, so all polls end; the Worker checks each next one.
    this.#pollers.wake([])
  }

  async forgetEvents(): Promise<void> {
    dropAllEvents(this.ctx.storage.sql)
    dropCounts(this.ctx.storage.sql)
    this.#setAlarm()
  }

  /** Takes a WebSocket after the Worker checked its origin and session, named in headers, and a member's role. */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return new Response("a WebSocket upgrade was expected", {
        status: 426,
        headers: { upgrade: "websocket" },
      })
    }
    const userId = request.headers.get("x-user-id")
    const sessionId = request.headers.get("x-session-id")
    const after = parseAfter(new URL(request.url).searchParams.get("after"))
    if (!userId || !sessionId || after === undefined) {
      return new Response("x-user-id, x-session-id and a whole number in after were expected", {
        status: 400,
      })
    }
    this.#remember(userId)
    const memberId = request.headers.get("x-member-id")
    const role = roleNamed(request.headers.get("x-role"))
    if (memberId && !role) return new Response("the role of a member was expected", { status: 400 })
    const member = memberId && role ? { id: memberId, role } : null
    const pair = new WebSocketPair()
    admitSocket(this.ctx, pair[1], { sessionId, after, nowMs: this.nowMs(), member })
    return new Response(null, { status: 101, webSocket: pair[0] })
  }

  /** Refuses long messages. The runtime answers "ping" without waking this object; clients send only it. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const size = typeof message === "string" ? message.length : message.byteLength
    if (size > MAX_INCOMING_BYTES) socket.close(CLOSE_TOO_BIG, "message too big")
  }

  /** Answers a client's close, because its browser waits for it. Our own close needs no answer. */
  override webSocketClose(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.CLOSED) socket.close(CLOSE_NORMAL)
  }

  /** Runs what is due; running early, late or twice is harmless. */
  override async alarm(): Promise<void> {
    this.#alarmAtMs = await this.ctx.storage.getAlarm()
    expireEvents(this.ctx.storage.sql, this.nowMs())
    await this.#tellMirror()
    this.#setAlarm()
  }

  /** Returns the current time; the only clock, which tests replace. */
  protected nowMs(): number {
    return Date.now()
  }

  #enter(userId: string, request: LedgerRequest): LedgerReply {
    const id = checkedId(request.id)
    return this.#append(userId, () => {
      const { reply, row } = decide(request, readState(this.ctx.storage.sql, id))
      return { reply, rows: row ? [row] : [] }
    })
  }

  /** Decides and writes in one step. */
  #append(userId: string, decideRows: () => { reply: LedgerReply; rows: LedgerRow[] }): LedgerReply {
    const { sql } = this.ctx.storage
    const nowMs = this.nowMs()
    const reply = this.ctx.storage.transactionSync(() => {
      this.#remember(userId)
      const decision = decideRows()
      for (const row of decision.rows) {
        appendEntry(sql, { ...row, note: row.note.slice(0, MAX_NOTE_CHARS) }, nowMs)
        queueMirror(sql, row.balance.seq, nowMs)
      }
      return decision.reply
    })
    this.#setAlarm()
    return reply
  }

  /** Keeps the first user's id and refuses others: a wrong id must not move others' credits. */
  #remember(userId: string): void {
    const { sql } = this.ctx.storage
    const { user_id: owner } = sql.exec<{ user_id: string | null }>("SELECT user_id FROM hub").one()
    if (owner === userId) return
    if (userId === "") throw new Error("a hub was called without a user id")
    if (owner !== null) throw new Error(`this hub is user ${owner}'s and was called for user ${userId}`)
    sql.exec("UPDATE hub SET user_id = ?", userId)
  }

  #readSince(after: number): PollReply {
    const { sql } = this.ctx.storage
    const span = readSpan(sql)
    const { from, reset } = resumeFrom(after < 0 ? null : after, span)
    return { latest: span.latest, reset, events: readEvents(sql, from) }
  }

  async #tellMirror(): Promise<void> {
    const { user_id: userId } = this.ctx.storage.sql
      .exec<{ user_id: string }>("SELECT user_id FROM hub")
      .one()
    await tellMirror(this.ctx.storage.sql, this.env, { userId, now: () => this.nowMs() })
  }

  /** Sets the alarm to the earliest timer, in the same step as the write that changed one. */
  #setAlarm(): void {
    const { sql } = this.ctx.storage
    const oldestAtMs = readOldestAtMs(sql)
    const next = nextMoment([
      readMirrorDue(sql)?.dueAtMs ?? null,
      oldestAtMs === null ? null : expiryMoment(oldestAtMs),
    ])
    if (next === this.#alarmAtMs) return
    this.#alarmAtMs = next
    // Not awaited: the output gate holds every reply until the alarm is as durable as the rows.
    if (next === null) void this.ctx.storage.deleteAlarm()
    else void this.ctx.storage.setAlarm(next)
  }
}
