import { Buffer } from "node:buffer"
import { createHash, createHmac } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Context, MiddlewareHandler, Next } from "hono"
import { ApiError } from "../../contract/error.ts"
import { type Id, makeId } from "../../contract/id.ts"
import { MAX_KEY_LENGTH } from "../../contract/limit.ts"
import { KEY_HEADER, REPLAYED_HEADER, type Route } from "../../contract/route.ts"
import type { AppEnv } from "../app-env.ts"
import { type Database, databaseOf } from "../data/database.ts"
import {
  answerCall,
  forgetCall,
  type KeyedCallRow,
  noteBody,
  prolongCall,
  releaseCall,
  reopenCall,
  takeCall,
} from "../data/programs/keyed-call-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { boundaryOf, patientPace } from "../files/multipart.ts"
import { openFile, openForm, type StreamedBody } from "../files/streamed-body.ts"
import { enterUploads } from "../files/upload-room.ts"
import { logWarning } from "../log.ts"
import { openSecret, sealSecret } from "../secrets/token-vault.ts"

/** The time after which a run without a sign of life is over, and the interval of those signs. */
const LEASE_MS = 30_000
const SIGN_MS = 10_000
/** The longest reply in a row, sealed; a job's has some 700 bytes. Longer ones are in R2. */
const MAX_ROW_REPLY = 1_024

/**
 * Makes a call safe to repeat by its key: a success is answered again, a run that came to none is gone through once
 * more with the same request key, so that it finds what it made. A call without a key costs nothing.
 */
export function keyedCall(route: Route): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.header(KEY_HEADER)
    if (key === undefined) return next()
    if (key === "" || key.length > MAX_KEY_LENGTH)
      throw new ApiError("validation-failed", `An ${KEY_HEADER} has 1 to ${MAX_KEY_LENGTH} characters`)
    const db = databaseOf(c.env)
    const isStreamed = doesStream(route, c.req.header("content-type"))
    const nowMs = Date.now()
    const call = {
      id: makeId(nowMs),
      userId: c.var.user.id,
      // A program that is tried out may send what it will send later.
      // The people of an account choose their keys apart.
      keyHash: hashOf(`${c.var.member?.person.id ?? (c.var.token?.isTest ? "test" : "live")} ${key}`),
      callHash: hashOf(`${c.req.method} ${new URL(c.req.url).pathname}${new URL(c.req.url).search}`),
      bodyHash: isStreamed ? null : hiddenHashOf(key, await c.req.text()),
      createdAt: nowMs,
    }
    const { kind, row } = await takeCall(db, call, nowMs + LEASE_MS)
    switch (kind) {
      case "reused":
        throw keyReused()
      case "busy":
        throw keyBusy(Math.max(1, Math.ceil(((row.leaseUntil ?? nowMs) - nowMs) / 1000)))
      case "answered":
        if (isStreamed && (await hashOfBody(c)) !== row.bodyHash) throw keyReused()
        return replay(c.env, db, row)
      case "run": {
        const running = run(c, next, { db, row, isStreamed })
        // If the caller goes away, this still comes to its end, and a repeat is answered.
        c.executionCtx.waitUntil(running.catch(() => undefined))
        return running
      }
    }
  }
}

/** Returns true for a body that is not to be held; where a form is all that is taken, whatever comes in its place. */
function doesStream({ bodyMedia, form, body }: Route, contentType: string | undefined): boolean {
  return bodyMedia !== undefined || (form !== undefined && (!body || boundaryOf(contentType) !== null))
}

type Run = { db: Database; row: KeyedCallRow; isStreamed: boolean }

async function run(c: Context<AppEnv>, next: Next, { db, row, isStreamed }: Run): Promise<void> {
  const { id, createdAt, isWritten } = row
  const isAgain = row.run > 1
  c.set("call", { id, createdAt, isAgain, isWritten, body: isStreamed ? streamedBody(db, row) : null })
  const env = c.env
  const signs = setInterval(() => {
    prolongCall(db, row, Date.now() + LEASE_MS).catch((error: unknown) =>
      logWarning("lease of a call not prolonged", { callId: id, error }),
    )
  }, SIGN_MS)
  try {
    await next()
  } finally {
    clearInterval(signs)
  }
  try {
    if (c.var.isUnfinished) await releaseCall(db, row)
    else if (c.res.status < 300) await keepReply(env, db, row, c.res)
    else if (c.res.status < 500 && !isAgain) await forgetCall(db, row)
    else await releaseCall(db, row)
  } catch (error) {
    // The answer goes out; a repeat finds what the call has made.
    logWarning("end of a call not noted", { callId: id, error })
  }
}

/**
 * Keeps a reply, sealed: some have a secret that is shown once. A file is no reply: it is made again for whoever asks
 * again, and nothing was changed for it.
 */
async function keepReply(env: Env, db: Database, row: KeyedCallRow, response: Response): Promise<void> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return releaseCall(db, row)
  const packed = deflateRawSync(await response.clone().text()).toString("base64")
  const sealed = await sealSecret(settingsOf(env).TOKEN_KEYS, row.id, packed)
  const isLong = sealed.length > MAX_ROW_REPLY
  if (isLong) await env.FILES.put(replyKey(row.id), sealed)
  await answerCall(db, row, { answer: response.status, reply: isLong ? null : sealed })
}

/** Answers as before. A reply that is lost, or sealed by a key of ours that is gone, is made again by the next repeat. */
async function replay(env: Env, db: Database, row: KeyedCallRow): Promise<Response> {
  const sealed = row.reply ?? (await (await env.FILES.get(replyKey(row.id)))?.text())
  const packed = sealed && (await openSecret(settingsOf(env).TOKEN_KEYS, row.id, sealed))
  if (!packed) {
    await reopenCall(db, row)
    throw keyBusy(1)
  }
  return new Response(inflateRawSync(Buffer.from(packed, "base64")), {
    status: row.answer ?? 200,
    headers: { "content-type": "application/json", [REPLAYED_HEADER]: "true" },
  })
}

/** Returns the R2 key of a long reply. The round through R2 removes it once its row is gone. */
function replyKey(id: Id): string {
  return `replies/${id}`
}

function streamedBody(db: Database, row: KeyedCallRow): StreamedBody {
  const hash = createHash("sha256")
  return {
    hash,
    async arrived() {
      if (!(await noteBody(db, row, hash.digest("hex")))) throw keyReused()
    },
  }
}

/** Reads a body that streams for its hash alone. */
async function hashOfBody(c: Context<AppEnv>): Promise<string> {
  const body = { hash: createHash("sha256"), arrived: async () => undefined }
  const stream = c.req.raw.body
  const boundary = boundaryOf(c.req.header("content-type"))
  if (stream === null) return body.hash.digest("hex")
  const room = await enterUploads(c.var.user.id)
  const pace = { ...patientPace, onSilence: async () => room.pulse() }
  try {
    const parts =
      boundary === null ? openFile(stream, body, pace) : openForm(stream, { boundary, body }, pace)
    for await (const _part of parts) room.pulse()
  } finally {
    room.leave()
  }
  return body.hash.digest("hex")
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** Returns a hash that no guess comes to without the key of its caller: some bodies have a password. */
function hiddenHashOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex")
}

function keyBusy(retryAfterS: number): ApiError {
  return new ApiError("idempotency-key-busy", "This is still under way. Please try again in a moment.", {
    retryAfterS,
  })
}

function keyReused(): ApiError {
  return new ApiError(
    "idempotency-key-reused",
    `This ${KEY_HEADER} was used for another call. Send a new key with each new call.`,
  )
}
