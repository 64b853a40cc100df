import { type SQL, sql } from "drizzle-orm"
import { builtInDestinations } from "../../../contract/delivery/destination.ts"
import type { Id } from "../../../contract/id.ts"
import { notification } from "../accounts/tables.ts"
import { size } from "../artwork/tables.ts"
import { autopilot } from "../autopilots/tables.ts"
import type { Database } from "../database.ts"
import { destination } from "../delivery/tables.ts"
import { member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { print, printLayout, sheetTemplate } from "../prints/tables.ts"
import {
  keepRestored,
  keepRows,
  keepValues,
  kept,
  type NewUndo,
  restoreRows,
  undoInsert,
} from "./undo-rows.ts"
import { keepUses, usesUpdates } from "./undo-uses.ts"

/** Keeps a size that is about to be deleted, and the references to it. */
export function keepSize(db: Database, undo: NewUndo, id: Id) {
  const own = sql`${size.id} = ${id} AND ${size.userId} = ${undo.userId}`
  const ids = sql`SELECT ${size.id} FROM ${size} WHERE ${own}`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "size", size, own),
    ...keepUses(db, undo, "size", ids),
  ]
}

/** Keeps the id of the deletion's notification, which goes when the deletion is undone. */
export function keepNotice(db: Database, undo: NewUndo, id: Id) {
  const notice = sql`${notification} WHERE ${notification.id} = ${id}`
  return keepValues(db, undo, "notice", { id: sql`${notification.id}` }, notice)
}

/** Restores a size, in print items and choices that lack one, and removes the notification. */
export function sizeRestore(db: Database, { id }: { id: Id }) {
  return [
    restoreRows(db, id, "size", size),
    ...usesUpdates(db, id, "size"),
    db
      .delete(notification)
      .where(sql`${notification.id} IN (SELECT ${member("id")} FROM ${kept(id, "notice")})`),
  ]
}

/**
 * Keeps a template that is about to be deleted. Layouts made for it, which may hold work by hand,
 * wait under the default template: their digest names the template, so that they count for no other.
 */
export function keepTemplate(db: Database, undo: NewUndo, own: SQL) {
  const ids = sql`SELECT ${sheetTemplate.id} FROM ${sheetTemplate} WHERE ${own}`
  const ofDefault = sql`(SELECT other.id FROM sheet_template other WHERE other.user_id = ${undo.userId} AND other.is_default = 1)`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "template", sheetTemplate, own),
    keepValues(
      db,
      undo,
      "templatePrint",
      { id: sql`${print.id}`, to: sql`${print.sheetTemplateId}` },
      sql`${print} WHERE ${print.userId} = ${undo.userId} AND ${print.sheetTemplateId} IN (${ids})`,
    ),
    keepValues(
      db,
      undo,
      "templateAutopilot",
      { id: sql`${autopilot.id}`, to: sql`${autopilot.sheetTemplateId}` },
      sql`${autopilot} WHERE ${autopilot.sheetTemplateId} IN (${ids})`,
    ),
    keepValues(
      db,
      undo,
      "templateLayout",
      {
        id: sql`${printLayout.printId}`,
        to: sql`${printLayout.sheetTemplateId}`,
        at: sql`${printLayout.updatedAt}`,
      },
      sql`${printLayout} WHERE ${printLayout.sheetTemplateId} IN (${ids})`,
    ),
    db
      .update(printLayout)
      .set({ sheetTemplateId: ofDefault })
      .where(sql`${printLayout.sheetTemplateId} IN (${ids}) AND ${ofDefault} IS NOT NULL`),
  ]
}

/** Keeps layouts that come back from a document, in deletions of their template. */
export function keepRestoredLayouts(db: Database, layouts: SQL) {
  const to = sql`given.${member("sheetTemplateId")}`
  const values = { id: sql`given.${member("printId")}`, to, at: sql`given.${member("updatedAt")}` }
  return keepRestored(db, { kind: "template", id: to }, "templateLayout", values, layouts)
}

/** Restores a template, in prints and autopilots without one, with layouts that none has replaced. */
export function templateRestore(db: Database, { id }: { id: Id }) {
  const named = member("destinationId")
  const isThere = sql`(${named} IN (SELECT ${destination.id} FROM ${destination}) OR ${named} IN (SELECT built_in.value FROM json_each(${builtInIds}) AS built_in))`
  return [
    // The destination may have been deleted meanwhile.
    restoreRows(db, id, "template", sheetTemplate, {
      destinationId: sql`CASE WHEN ${isThere} THEN ${named} END`,
    }),
    db
      .update(print)
      .set({ sheetTemplateId: member("to") })
      .from(kept(id, "templatePrint"))
      .where(sql`${print.id} = ${member("id")} AND ${print.sheetTemplateId} IS NULL`),
    db
      .update(autopilot)
      .set({ sheetTemplateId: member("to") })
      .from(kept(id, "templateAutopilot"))
      .where(sql`${autopilot.id} = ${member("id")} AND ${autopilot.sheetTemplateId} IS NULL`),
    db
      .update(printLayout)
      .set({ sheetTemplateId: member("to") })
      .from(kept(id, "templateLayout"))
      .where(sql`${printLayout.printId} = ${member("id")} AND ${printLayout.updatedAt} = ${member("at")}`),
  ]
}

/** Keeps a destination that is about to be deleted, and which templates name it. */
export function keepDestination(db: Database, undo: NewUndo, own: SQL) {
  const ids = sql`SELECT ${destination.id} FROM ${destination} WHERE ${own}`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "destination", destination, own),
    keepValues(
      db,
      undo,
      "destinationTemplate",
      { id: sql`${sheetTemplate.id}`, to: sql`${sheetTemplate.destinationId}` },
      sql`${sheetTemplate} WHERE ${sheetTemplate.userId} = ${undo.userId} AND ${sheetTemplate.destinationId} IN (${ids})`,
    ),
  ]
}

/** Restores a destination with its profile's file, in templates that name none and still have its resolution. */
export function destinationRestore(db: Database, { id }: { id: Id }) {
  return [
    restoreRows(db, id, "destination", destination),
    db
      .delete(objectToDelete)
      .where(
        sql`${objectToDelete.key} IN (SELECT (${member("profile")}) ->> 'key' FROM ${kept(id, "destination")})`,
      ),
    db
      .update(sheetTemplate)
      .set({ destinationId: member("to") })
      .from(kept(id, "destinationTemplate"))
      .where(
        sql`${sheetTemplate.id} = ${member("id")} AND ${sheetTemplate.destinationId} IS NULL
          AND ${sheetTemplate.dpi} = (SELECT ${destination.dpi} FROM ${destination} WHERE ${destination.id} = ${member("to")})`,
      ),
  ]
}

const builtInIds = JSON.stringify(builtInDestinations.map(({ _id }) => _id))
