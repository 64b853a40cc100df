import { setTimeout } from "node:timers/promises"
import type { D1Database } from "@cloudflare/workers-types"
import { desc, eq, type SQL, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import type { LedgerReply, UserHubApi } from "../../contract/credits/hub.ts"
import { creditPackages } from "../../contract/credits/package.ts"
import { DAY_MS } from "../../contract/duration.ts"
import type { Id } from "../../contract/id.ts"
import { mailbox, user } from "../../worker/data/accounts/tables.ts"
import { image, size } from "../../worker/data/artwork/tables.ts"
import { autopilot } from "../../worker/data/autopilots/tables.ts"
import type { Database } from "../../worker/data/database.ts"
import { integration } from "../../worker/data/integrations/tables.ts"
import { namedBatch } from "../../worker/data/prints/named-batch.ts"
import { filmCounted } from "../../worker/data/prints/printed-film-rows.ts"
import { sheetTemplate } from "../../worker/data/prints/tables.ts"
import { pastInserts, purchases } from "./past-inserts.ts"
import { makePast, type Past, type PastLibrary } from "./past-rows.ts"

const ACCOUNT_DAYS = 84
/** The time in which a process that was busy learns which of its connections have ended. */
const NOTICE_MS = 50
/** The credits that are there when the past is seeded: enough for the finished prints and a day's film. */
const CREDITS_LEFT = 300

/** The places that the past is written to: the database, and the seller's own object. */
export type PastPlaces = { db: D1Database; hub: UserHubApi }

/**
 * Gives the demo seller a past: twelve weeks of prints with their orders, costs and reports, payments,
 * and the runs of the autopilot. All of it are rows; the files of its sheets are gone, as after their
 * retention. To be called once for an account.
 */
export async function seedPast({ db: d1, hub }: PastPlaces, userId: Id, nowMs: number): Promise<void> {
  const db: Database = drizzle(d1)
  const { library, autopilotId } = await readLibrary(db, userId)
  const past = makePast(library, nowMs)
  const rows = {
    ...pastInserts(db, { library, past, autopilotId, nowMs }),
    reports: past.prints.flatMap(({ attemptId: id, printedAt }) => {
      const { film, sums, counted } = filmCounted(db, {
        id,
        day: new Date(printedAt).toISOString().slice(0, 10),
      })
      return [film, sums, counted]
    }),
    ...olderAccount(db, userId, nowMs),
  }
  // A busy machine may take seconds until here, and the runtime ends a connection that rests for five.
  await setTimeout(NOTICE_MS)
  await namedBatch(db, rows)
  await enterCredits(hub, userId, past)
}

async function readLibrary(db: Database, userId: Id): Promise<{ library: PastLibrary; autopilotId: Id }> {
  const [images, sizes, [template], stores, [runs]] = await Promise.all([
    db.select().from(image).where(eq(image.userId, userId)).orderBy(image.name),
    db.select().from(size).where(eq(size.userId, userId)).orderBy(desc(size.valueIn)),
    db.select().from(sheetTemplate).where(eq(sheetTemplate.userId, userId)),
    db.select().from(integration).where(eq(integration.userId, userId)),
    db.select().from(autopilot).where(eq(autopilot.userId, userId)),
  ])
  const [etsy, shopify] = (["Etsy", "Shopify"] as const).map((type) => {
    const store = stores.find((one) => one.type === type)
    if (!store) throw new Error(`the demo seller has no store at ${type}`)
    return { id: store.id, type }
  })
  if (template?.prices == null || !runs) throw new Error("the demo seller has no prices or no autopilot")
  const library = {
    ...{ userId, templateId: template.id, prices: template.prices },
    images: images.flatMap(({ id, name, skuKey, trimWidth, trimHeight }) =>
      trimWidth === null || trimHeight === null
        ? []
        : [{ id, name, skuKey, width: trimWidth, height: trimHeight }],
    ),
    sizes,
    stores: [etsy, shopify] as const,
  }
  return { library, autopilotId: runs.id }
}

/** Returns the statements that make the account, and all that its past needs, as old as that. */
function olderAccount(db: Database, userId: Id, nowMs: number) {
  const createdAt = nowMs - ACCOUNT_DAYS * DAY_MS
  return {
    account: db.update(user).set({ createdAt, firstMonthAt: createdAt }).where(eq(user.id, userId)),
    mailbox: db.update(mailbox).set({ firstAt: createdAt }).where(eq(mailbox.userId, userId)),
    images: db.update(image).set({ createdAt, usedInPrint: printedCopies }).where(eq(image.userId, userId)),
    sizes: db.update(size).set({ createdAt }).where(eq(size.userId, userId)),
    template: db.update(sheetTemplate).set({ createdAt }).where(eq(sheetTemplate.userId, userId)),
    store: db.update(integration).set({ createdAt }).where(eq(integration.userId, userId)),
    autopilot: db.update(autopilot).set({ createdAt }).where(eq(autopilot.userId, userId)),
  }
}

const printedCopies: SQL = sql`(SELECT coalesce(sum(print_item.quantity), 0) FROM print_item
  WHERE print_item.image_id = ${image.id} AND print_item.printed_at IS NOT NULL)`

/** Enters what was bought and what its prints took, so that the balance is that of the statement. */
async function enterCredits(hub: UserHubApi, userId: Id, { prints }: Past): Promise<void> {
  const used = prints.reduce((sum, { credits }) => sum + credits, 0)
  for (const { sku, captureId } of purchases) {
    const { credits } = creditPackages[sku]
    await done(
      hub.grant({ userId, id: `paypal:${captureId}`, credits, note: `${credits} credits by PayPal` }),
    )
  }
  const hold = { userId, id: `hold:${prints[0].attemptId}` }
  await done(hub.hold({ ...hold, credits: used, note: `${prints.length} prints of the last twelve weeks` }))
  await done(hub.capture(hold))
  await done(hub.setAvailable({ userId, id: "seed:past", available: CREDITS_LEFT, note: "Demo credits" }))
}

async function done(reply: Promise<LedgerReply>): Promise<void> {
  const { kind } = await reply
  if (kind !== "done") throw new Error(`the demo's ledger answered ${kind}`)
}
