import { type Role, roles } from "../contract/accounts/role.ts"
import { CLOSE_TOO_MANY, type LiveMessage, mayHear } from "../contract/live.ts"
import { crowdedOut, MAX_SOCKETS, resumeFrom } from "./channel.ts"
import { readEvents, readSpan } from "./event-log.ts"

/** The data that a socket stores while its object sleeps: the last stored event sent, and when it opened. */
type Attachment = { sessionId: string; sentSeq: number; openedAtMs: number; role?: Role }
/** Somebody who works in the account of another, by their own account's id. */
type MemberAtSocket = { id: string; role: Role }
type Listener = { socket: WebSocket; attachment: Attachment }

/** Accepts a socket for hibernation, greets it and sends the events that it missed after `after`. */
export function admitSocket(
  ctx: DurableObjectState,
  socket: WebSocket,
  visitor: { sessionId: string; after: number | null; nowMs: number; member: MemberAtSocket | null },
): void {
  const open = openSockets(ctx)
  const times = open.map((other) => readAttachment(other).openedAtMs)
  for (const index of crowdedOut(times, MAX_SOCKETS)) open[index].close(CLOSE_TOO_MANY, "too many tabs")
  const { sessionId, nowMs: openedAtMs, member, after } = visitor
  ctx.acceptWebSocket(socket, member ? [sessionId, member.id] : [sessionId])
  greet(ctx, socket, { sessionId, openedAtMs, ...(member && { role: member.role }) }, after)
}

/**
 * Sends every socket the stored events that it lacks. Goes by each socket's last event, not by the
 * new ones, so an object that stopped between storing and sending catches up when it wakes.
 */
export function catchUpSockets(ctx: DurableObjectState): void {
  const span = readSpan(ctx.storage.sql)
  const behind: Listener[] = []
  for (const socket of openSockets(ctx)) {
    const attachment = readAttachment(socket)
    if (attachment.sentSeq < span.floor) greet(ctx, socket, attachment, attachment.sentSeq)
    else if (attachment.sentSeq < span.latest) behind.push({ socket, attachment })
  }
  sendStored(ctx, behind)
}

/** Sends an event to every socket without storing it: the next event of its kind replaces it. */
export function sendPassing(ctx: DurableObjectState, message: LiveMessage): void {
  const text = JSON.stringify(message)
  for (const socket of openSockets(ctx))
    if (mayHear(readAttachment(socket).role ?? "owner", message.event)) sendText(socket, text)
}

/** Closes the sockets of one session or of one member, or all for null. */
export function closeSockets(ctx: DurableObjectState, id: string | null, code: number, reason: string): void {
  for (const socket of openSockets(ctx, id ?? undefined)) socket.close(code, reason)
}

/** Greets with the number where later messages continue, so storing it at once loses nothing. */
function greet(
  ctx: DurableObjectState,
  socket: WebSocket,
  visitor: Omit<Attachment, "sentSeq">,
  after: number | null,
): void {
  const { from, reset } = resumeFrom(after, readSpan(ctx.storage.sql))
  sendText(socket, JSON.stringify({ event: "hello", seq: from, reset }))
  sendStored(ctx, [{ socket, attachment: { ...visitor, sentSeq: from } }])
}

/** Sends each listener the stored events that it lacks, which are read and written out once for all. */
function sendStored(ctx: DurableObjectState, listeners: readonly Listener[]): void {
  if (listeners.length === 0) return
  const from = listeners.reduce((least, { attachment }) => Math.min(least, attachment.sentSeq), Infinity)
  const events = readEvents(ctx.storage.sql, from).map((message) => ({
    seq: message.seq,
    name: message.event,
    text: JSON.stringify(message),
  }))
  for (const { socket, attachment } of listeners) {
    let { sentSeq, role = "owner" } = attachment
    for (const { seq, name, text } of events) {
      if (seq <= sentSeq) continue
      if (mayHear(role, name)) sendText(socket, text)
      sentSeq = seq
    }
    socket.serializeAttachment({ ...attachment, sentSeq } satisfies Attachment)
  }
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text)
  } catch {
    // The client left after the check; it resumes by its own sequence number.
  }
}

function openSockets(ctx: DurableObjectState, tag?: string): WebSocket[] {
  return ctx.getWebSockets(tag).filter((socket) => socket.readyState === WebSocket.OPEN)
}

function readAttachment(socket: WebSocket): Attachment {
  const value: unknown = socket.deserializeAttachment()
  if (!isAttachment(value)) throw new Error("a socket came back from sleep without its attachment")
  return value
}

/** Returns the role of this name; undefined if there is none. */
export function roleNamed(name: string | null): Role | undefined {
  return roles.find((role) => role === name)
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== "object" || value === null) return false
  if (!("sessionId" in value) || !("sentSeq" in value) || !("openedAtMs" in value)) return false
  const { sessionId, sentSeq, openedAtMs } = value
  return typeof sessionId === "string" && typeof sentSeq === "number" && typeof openedAtMs === "number"
}
