import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm"
import type { PackageSku, Payment, PaymentListQuery } from "../../../contract/credits/payment.ts"
import { refusalOf } from "../../../contract/credits/payment-refusal.ts"
import type { Id } from "../../../contract/id.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { PaymentStatus } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import type { Strangers } from "../accounts/user-copy.ts"
import type { Database } from "../database.ts"
import { contains, pageOf } from "../paging.ts"
import { payment } from "./tables.ts"

export type PaymentRow = typeof payment.$inferSelect
type NamedPayment = { row: PaymentRow; userId: Id; firstName: string; lastName: string }
type NamedPage = { rows: NamedPayment[]; pagination: Pagination }

export type NewPayment = {
  id: Id
  userId: Id
  paymentMethod: "PayPal" | "Bank Transfer"
  /** The reference, which a bank transfer has at once, and a checkout once PayPal answers. */
  reference: string | null
  packageSku: PackageSku
  credits: number
  priceCents: number
  currency: string
  requestKey: string | null
  /** The time to ask the vendor about it; null if there is no vendor. */
  checkAt: number | null
  nowMs: number
}

const named = { row: payment, userId: payment.userId, firstName: user.firstName, lastName: user.lastName }

const sortColumns = {
  purchaseDate: payment.purchasedAt,
  price: payment.priceCents,
  credits: payment.credits,
  status: payment.status,
  paymentMethod: payment.paymentMethod,
  type: payment.type,
  paymentSystemReferenceId: payment.paymentSystemReferenceId,
  userId: sql`${user.firstName} || ' ' || ${user.lastName} COLLATE NOCASE`,
}

/** Adds a Pending payment; false, with nothing written, if its request key was used before. */
export async function insertPayment(db: Database, next: NewPayment): Promise<boolean> {
  const rows = await db
    .insert(payment)
    .values({
      id: next.id,
      userId: next.userId,
      type: next.paymentMethod,
      paymentMethod: next.paymentMethod,
      paymentSystemReferenceId: next.reference,
      packageSku: next.packageSku,
      credits: next.credits,
      priceCents: next.priceCents,
      currency: next.currency,
      status: "Pending",
      requestKey: next.requestKey,
      checkAt: next.checkAt,
      purchasedAt: next.nowMs,
      updatedAt: next.nowMs,
    })
    .onConflictDoNothing({ target: [payment.userId, payment.requestKey] })
    .returning({ id: payment.id })
  return rows.length === 1
}

/** Stores the id and link of a payment's PayPal checkout; a second call changes nothing. */
export async function setCheckout(
  db: Database,
  id: Id,
  checkout: { reference: string; approvalUrl: string },
): Promise<void> {
  await db
    .update(payment)
    .set({ paymentSystemReferenceId: checkout.reference, approvalUrl: checkout.approvalUrl })
    .where(and(eq(payment.id, id), isNull(payment.paymentSystemReferenceId)))
}

export async function findPaymentById(db: Database, id: Id): Promise<PaymentRow | null> {
  return first(db, eq(payment.id, id))
}

export async function findPaymentByRequestKey(
  db: Database,
  userId: Id,
  requestKey: string,
): Promise<PaymentRow | null> {
  return first(db, and(eq(payment.userId, userId), eq(payment.requestKey, requestKey)))
}

/** Finds a payment by PayPal's checkout id. */
export async function findPaymentByCheckout(db: Database, checkoutId: string): Promise<PaymentRow | null> {
  return first(db, and(eq(payment.paymentMethod, "PayPal"), eq(payment.paymentSystemReferenceId, checkoutId)))
}

export async function findPaymentByCapture(db: Database, captureId: string): Promise<PaymentRow | null> {
  return first(db, eq(payment.captureId, captureId))
}

/** Finds the seller's open bank transfer for this package at this price. */
export async function findOpenTransfer(
  db: Database,
  wanted: { userId: Id; packageSku: string; priceCents: number },
): Promise<PaymentRow | null> {
  return first(
    db,
    and(
      eq(payment.userId, wanted.userId),
      eq(payment.paymentMethod, "Bank Transfer"),
      eq(payment.status, "Pending"),
      eq(payment.packageSku, wanted.packageSku),
      eq(payment.priceCents, wanted.priceCents),
    ),
  )
}

/** Finds a payment with its payer's name; `userId` limits it to that user's own. */
export async function findNamedPayment(
  db: Database,
  id: Id,
  userId: Id | null,
): Promise<NamedPayment | null> {
  const [row] = await db
    .select(named)
    .from(payment)
    .innerJoin(user, eq(user.id, payment.userId))
    .where(and(eq(payment.id, id), userId === null ? undefined : eq(payment.userId, userId)))
  return row ?? null
}

/** Lists one user's payments. */
export async function listPayments(db: Database, query: PaymentListQuery, userId: Id): Promise<NamedPage> {
  const isWanted = query.status ? eq(payment.status, query.status) : undefined
  return pageOfPayments(db, query, and(eq(payment.userId, userId), isWanted))
}

type Place = { db: Database; strangers: Strangers }

/** Lists payments in one state, or all that are disputed, of accounts that live in this database. */
async function listTransfers(
  { db, strangers }: Place,
  query: PaymentListQuery & { status: PaymentStatus },
): Promise<NamedPage> {
  // Written exactly as in the partial index, without parameters, so that SQLite uses it.
  const isWanted = query.dispute ? sql`${payment.disputeState} = 'open'` : eq(payment.status, query.status)
  return pageOfPayments(db, query, and(isWanted, isOfNone(strangers)))
}

/** Lists the same over several databases: the rows up to the page's end are read of each, and merged. */
export async function listAllTransfers(
  places: readonly Place[],
  query: PaymentListQuery & { status: PaymentStatus },
): Promise<NamedPage> {
  const [first, ...others] = places
  if (others.length === 0) return listTransfers(first, query)
  const none = { ...query, after: undefined, page: 1, limit: 1 }
  const counts = await Promise.all(places.map((place) => listTransfers(place, none)))
  const total = counts.reduce((sum, { pagination }) => sum + pagination.totalDocuments, 0)
  const { offset, pagination } = pageOf(query, total)
  const upTo = { ...none, limit: offset + query.limit }
  const pages = await Promise.all(places.map((place) => listTransfers(place, upTo)))
  const sign = query.sort === "asc" ? 1 : -1
  const rows = pages
    .flatMap((page) => page.rows)
    .sort((a, b) => sign * (compare(keyOf(a, query), keyOf(b, query)) || compare(a.row.id, b.row.id)))
  return { rows: rows.slice(offset, offset + query.limit), pagination }
}

/** Returns the value that a list is sorted by, as `sortColumns` has it. */
function keyOf({ row, firstName, lastName }: NamedPayment, { sortBy }: PaymentListQuery): string | number {
  if (sortBy === "userId") return `${firstName} ${lastName}`.toLowerCase()
  if (sortBy === "purchaseDate") return row.purchasedAt
  if (sortBy === "price") return row.priceCents
  return row[sortBy] ?? ""
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b)
}

async function pageOfPayments(
  db: Database,
  query: PaymentListQuery,
  isWanted: SQL | undefined,
): Promise<NamedPage> {
  const condition = and(isWanted, query.search ? matches(query.search) : undefined)
  const [{ total }] = await db
    .select({ total: count() })
    .from(payment)
    .innerJoin(user, eq(user.id, payment.userId))
    .where(condition)
  const { offset, pagination } = pageOf(query, total)
  const direction = query.sort === "asc" ? asc : desc
  const rows = await db
    .select(named)
    .from(payment)
    .innerJoin(user, eq(user.id, payment.userId))
    .where(condition)
    .orderBy(direction(sortColumns[query.sortBy]), direction(payment.id))
    .limit(query.limit)
    .offset(offset)
  return { rows, pagination }
}

/** Counts bank transfers that wait for their money, for admins. */
export async function countOpenTransfers(db: Database, strangers: Strangers): Promise<number> {
  const isOpen = and(
    eq(payment.status, "Pending"),
    eq(payment.paymentMethod, "Bank Transfer"),
    isOfNone(strangers),
  )
  const [{ total }] = await db.select({ total: count() }).from(payment).where(isOpen)
  return total
}

/**
 * Sets when this change is announced again and, if its mail failed, why. Does nothing if the
 * payment changed since or another call has announced it.
 */
export async function postponeAnnouncement(
  db: Database,
  row: Pick<PaymentRow, "id" | "updatedAt">,
  later: { retryAt: number; mailError?: string },
): Promise<void> {
  await db
    .update(payment)
    .set(later)
    .where(and(eq(payment.id, row.id), eq(payment.updatedAt, row.updatedAt), eq(payment.isAnnounced, false)))
}

/** Sets when to ask the vendor next, null for never; `checks` counts the checks in this state. */
export async function scheduleCheck(
  db: Database,
  id: Id,
  next: { checkAt: number | null; checks: number },
): Promise<void> {
  await db.update(payment).set(next).where(eq(payment.id, id))
}

/** Stores why a capture failed and when to retry; concurrent calls count once. */
export async function noteCapture(
  db: Database,
  seen: Pick<PaymentRow, "id" | "captureTries">,
  next: { refusal: string; captureAt: number | null },
): Promise<void> {
  await db
    .update(payment)
    .set({ ...next, captureTries: seen.captureTries + 1 })
    .where(and(eq(payment.id, seen.id), eq(payment.captureTries, seen.captureTries)))
}

/** Converts the row to an API reply. */
export function paymentReply({ row, firstName, lastName }: NamedPayment): Payment {
  const isUnpaid = row.status === "Pending" || row.status === "Cancelled"
  return {
    _id: row.id,
    userId: { _id: row.userId, firstName, lastName },
    type: row.type,
    paymentMethod: row.paymentMethod,
    paymentSystemReferenceId: row.paymentSystemReferenceId ?? "",
    purchaseDate: new Date(row.purchasedAt).toISOString(),
    price: row.priceCents / 100,
    ...(row.refundedCents > 0 ? { refunded: row.refundedCents / 100 } : {}),
    packageSku: row.packageSku,
    credits: row.credits,
    status: row.status satisfies PaymentStatus,
    ...(row.disputeState ? { dispute: row.disputeState } : {}),
    ...(row.refusal !== null && isUnpaid ? { refusal: refusalOf(row.refusal).sentence } : {}),
  }
}

function isOfNone(strangers: Strangers): SQL | undefined {
  if (strangers.length === 0) return undefined
  return sql`${payment.userId} NOT IN (SELECT value FROM json_each(${JSON.stringify(strangers)}))`
}

async function first(db: Database, condition: SQL | undefined): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payment).where(condition).limit(1)
  return row ?? null
}

/** Searches all columns that a row shows: names, reference, kind, state, credits and the written price. */
function matches(search: string): SQL | undefined {
  return or(
    contains(sql`${user.firstName} || ' ' || ${user.lastName}`, search),
    contains(payment.paymentSystemReferenceId, search),
    contains(payment.type, search),
    contains(payment.paymentMethod, search),
    contains(payment.packageSku, search),
    contains(payment.status, search),
    contains(sql`CAST(${payment.credits} AS TEXT)`, search),
    contains(sql`printf('$%.2f', ${payment.priceCents} / 100.0)`, search),
    contains(sql`strftime('%Y-%m-%d', ${payment.purchasedAt} / 1000, 'unixepoch')`, search),
  )
}
