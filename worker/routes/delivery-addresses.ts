import type { Context } from "hono"
import { deliveryAddresses } from "../../contract/api/delivery-api.ts"
import type { DeliveryAddressInput, DeliveryTest } from "../../contract/delivery/delivery.ts"
import { ApiError, unknown } from "../../contract/error.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_DELIVERY_ADDRESSES } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import {
  type DeliveryAddressRow,
  deleteDeliveryAddress,
  findDeliveryAddress,
  insertDeliveryAddress,
  listDeliveryAddresses,
  storeTest,
  updateDeliveryAddress,
} from "../data/delivery/delivery-address-rows.ts"
import { settingsOf } from "../env.ts"
import { addressReply, openTarget, storedAddress, tryTarget } from "../flows/delivery/delivery-target.ts"
import { madeOnce, newIdOf, removeOnce } from "../flows/programs/change-once.ts"
import { limitRate, rateRules } from "../rate-limit.ts"
import { DeliveryError } from "../services/delivery/delivery-error.ts"
import { addressProblem } from "../services/delivery/outside-address.ts"
import { idOf } from "../valid.ts"

/** The addresses where a seller has finished files sent. Secrets go in and never come out again. */
export const deliveryAddressesRoutes = new ApiRoutes()
  .serve(deliveryAddresses.list, async (c) => {
    const rows = await listDeliveryAddresses(databaseOf(c.env), c.var.user.id)
    return { data: rows.map(addressReply) }
  })
  .serve(deliveryAddresses.add, async (c) => {
    const input = c.req.valid("json")
    refuseAddress(c, input)
    const db = databaseOf(c.env)
    const id = newIdOf(c, Date.now())
    const stored = await storedAddress(c.env, id, withNoFields(input))
    if (stored.sealedSecret === null) throw secretNeeded(input)
    const make = async () => {
      const row = await insertDeliveryAddress(db, { ...changeOf(c, id, input, stored), lastTest: null })
      if (row) return row
      throw new ApiError(
        "conflict",
        `An account holds at most ${MAX_DELIVERY_ADDRESSES} addresses for its files`,
      )
    }
    const row = await madeOnce(c, make, () => findDeliveryAddress(db, c.var.user.id, id))
    return { data: addressReply(row), message: "Address added" }
  })
  .serve(deliveryAddresses.update, async (c) => {
    const input = c.req.valid("json")
    refuseAddress(c, input)
    const before = await ownAddress(c)
    const given = await storedAddress(c.env, before.id, input)
    if (given.sealedSecret === null && !keepsSecret(before, input)) throw secretNeeded(input)
    const stored = given.sealedSecret === null ? keptWith(before, given) : given
    const change = changeOf(c, before.id, input, stored)
    const lastTest = isSamePlace(before, change) ? before.lastTest : null
    const row = await updateDeliveryAddress(databaseOf(c.env), { ...change, lastTest })
    if (!row) throw unknown("address")
    return { data: addressReply(row), message: "Address saved" }
  })
  .serve(deliveryAddresses.remove, async (c) => {
    const id = idOf(c, "address")
    const key = { id, userId: c.var.user.id, nowMs: Date.now() }
    await removeOnce(c, "address", () => deleteDeliveryAddress(databaseOf(c.env), key))
    return { data: { _id: id }, message: "Address deleted" }
  })
  .serve(deliveryAddresses.test, async (c) => {
    const row = await ownAddress(c)
    await limitRate(c, rateRules.deliveryTestByAccount, c.var.user.id)
    const startedMs = Date.now()
    const answer = await testAnswer(c, row)
    const nowMs = Date.now()
    const testedAt = new Date(nowMs).toISOString()
    await storeTest(databaseOf(c.env), row, { ...answer, tookMs: nowMs - startedMs, testedAt })
    return { data: answer }
  })

async function testAnswer(c: Context<AppEnv>, row: DeliveryAddressRow): Promise<DeliveryTest> {
  try {
    const notice = await tryTarget(await openTarget(c.env, row))
    const message = ["It works: a small file could be written.", notice].filter(Boolean).join(" ")
    return { works: true, message }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return { works: false, message: error.message }
  }
}

type Stored = Awaited<ReturnType<typeof storedAddress>>

function changeOf(
  c: Context<AppEnv>,
  id: Id,
  { kind, name, url, isAutomatic }: DeliveryAddressInput,
  stored: Stored,
) {
  return { id, userId: c.var.user.id, kind, name, url, isAutomatic, ...stored, nowMs: Date.now() }
}

/** Returns an input with no fields: a new form may have none of its own. */
function withNoFields(input: DeliveryAddressInput): DeliveryAddressInput {
  return input.kind === "Form" ? { ...input, fields: input.fields ?? [] } : input
}

/** Returns true if files still go to the same place, by the same account. */
function isSamePlace(before: DeliveryAddressRow, after: Stored & { kind: string; url: string }): boolean {
  return (["kind", "url", "settings", "sealedSecret"] as const).every((key) => before[key] === after[key])
}

/**
 * Returns true if the sealed secret stays, for the same place and account alone: a session's thief must
 * not have it sent to a server of their own.
 */
function keepsSecret(before: DeliveryAddressRow, input: DeliveryAddressInput): boolean {
  const reply = addressReply(before)
  if (before.sealedSecret === null || new URL(before.url).origin !== new URL(input.url).origin) return false
  if (reply.kind === "WebDAV" && input.kind === "WebDAV") return reply.user === input.user
  if (reply.kind === "S3" && input.kind === "S3") return reply.accessKeyId === input.accessKeyId
  return reply.kind === "Form" && input.kind === "Form"
}

function keptWith(before: DeliveryAddressRow, input: Stored): Stored {
  const old = addressReply(before)
  const settings =
    old.kind === "Form"
      ? JSON.stringify({ ...JSON.parse(input.settings), fieldNames: old.fieldNames })
      : input.settings
  return { settings, sealedSecret: before.sealedSecret }
}

function secretNeeded({ kind }: DeliveryAddressInput): ApiError {
  const [field, words] = {
    WebDAV: ["password", "Enter the password"],
    S3: ["secretAccessKey", "Enter the secret key"],
    Form: ["fields", "Enter the form's fields again"],
  }[kind]
  return new ApiError("unprocessable", words, { fields: { [field]: words } })
}

function refuseAddress(c: Context<AppEnv>, { url }: DeliveryAddressInput): void {
  const problem = addressProblem(url, settingsOf(c.env).APP_ORIGIN)
  if (problem !== null) throw new ApiError("unprocessable", problem, { fields: { url: problem } })
}

async function ownAddress(c: Context<AppEnv>): Promise<DeliveryAddressRow> {
  const row = await findDeliveryAddress(databaseOf(c.env), c.var.user.id, idOf(c, "address"))
  if (!row) throw unknown("address")
  return row
}
