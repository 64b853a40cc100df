/** What the code of a change does for calls with a key; without one, each of these costs nothing. */
import type { Context } from "hono"
import { unknown } from "../../../contract/error.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { AppEnv } from "../../app-env.ts"
import { databaseOf } from "../../data/database.ts"
import { noteWritten } from "../../data/programs/keyed-call-rows.ts"
import { newUndo } from "../../data/undo/undo-rows.ts"
import { makeOnce } from "./make-once.ts"

/**
 * Returns the request key of what a call makes once: its caller's, else that of its key; undefined without. A program that
 * was tried out may send the same key later: what a test token made is not found again.
 */
export function requestKeyOf(c: Context<AppEnv>, own: string | undefined): string | undefined {
  if (own === undefined) return c.var.call?.id
  return c.var.token?.isTest ? `test ${own}` : own
}

/** Returns the id of what a call makes: with a key, it is made once (`makeOnce`). */
export function newIdOf(c: Context<AppEnv>, nowMs: number): Id {
  return c.var.call?.id ?? makeId(nowMs)
}

/** Returns when the first run of a call began, if this is a later one: what was begun since is its own. */
export function firstRunOf(c: Context<AppEnv>): number | undefined {
  const { call } = c.var
  return call?.isAgain ? call.createdAt : undefined
}

/** Makes a thing under an id of `newIdOf`, or finds the one that an earlier run of the call has made. */
export async function madeOnce<T>(
  c: Context<AppEnv>,
  make: () => Promise<T>,
  findMade: () => Promise<T | null>,
): Promise<T> {
  return c.var.call ? makeOnce(make, findMade) : make()
}

/** Returns the undo of what a call deletes or adds. With a key, its row tells later runs that this is done. */
export function newUndoOf(c: Context<AppEnv>) {
  return newUndo(c.var.user.id, Date.now(), c.var.call?.id)
}

/** Makes a change, unless an earlier run of the call has; returns then what that one has done. */
export async function unlessWritten<T>(c: Context<AppEnv>, done: T, change: () => Promise<T>): Promise<T> {
  return c.var.call?.isWritten ? done : change()
}

/** Removes what a call names; refuses what is not there, unless an earlier run of the call came to remove it. */
export async function removeOnce(
  c: Context<AppEnv>,
  noun: string,
  remove: () => Promise<boolean>,
): Promise<void> {
  const { call } = c.var
  if (call && !call.isWritten) await noteWritten(databaseOf(c.env), call.id)
  if (!(await remove()) && !call?.isWritten) throw unknown(noun)
}
