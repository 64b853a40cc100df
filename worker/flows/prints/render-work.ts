import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import {
  findWriting,
  firstSheetOf,
  markWritingSheetWritten,
  markWritingStamped,
  reopenWritingStamp,
  type WritingRow,
} from "../../data/delivery/writing-rows.ts"
import { writingSettingsOf } from "../../data/delivery/writing-settings.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import {
  type DoneStamp,
  markStampsDone,
  nextDrawn,
  nextStamps,
  reopenStamp,
} from "../../data/prints/attempt-stamp-rows.ts"
import type { DrawnAttempt } from "../../data/prints/render-rows.ts"
import { fileKindsOf, sheetKeys } from "../../data/prints/sheet-files.ts"
import { markSheetWritten, type SheetRow, type WrittenSheet } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { endWriting, finishWriting, readyNotice } from "../delivery/end-writing.ts"
import { openProgress, openWritingProgress, type Progress } from "./attempt-progress.ts"
import { failAttempt, finishAttempt } from "./end-attempt.ts"
import {
  queueSheet,
  queueSheets,
  queueStamps,
  queueWriting,
  queueWritingSheets,
  sendStamps,
  stampsAMessage,
} from "./queue-renders.ts"

type Stage = "stamping" | "rendering"

/** The work that stamps and sheets are drawn for: an attempt, or a writing of a completed one. */
export type RenderWork = {
  attempt: AttemptRow
  settings: WritingSettings
  /** The stage that is being drawn; null if there is none. */
  stage: Stage | null
  /** The first sheet, counted from 0 among all of the attempt. */
  firstSheet: number
  openProgress(stage: Stage): Promise<Progress>
  /**
   * Notes stamps, and goes on to the sheets if they were the last. `made` counts the stamps of their message that
   * are there now: as many others are queued, also for those that an earlier try has noted and then stopped.
   */
  stampsDone(stamps: readonly DoneStamp[], made: number): Promise<void>
  /** Goes on after so many stamps that were made before: to the sheets, or to the next that are missing. */
  goOn(made: number): Promise<void>
  /** Notes a sheet, and ends the work after the last. False if it is over or another was faster. */
  sheetWritten(row: SheetRow, written: WrittenSheet): Promise<boolean>
  /** Goes on after a sheet that was written before, or announces the end again. */
  goOnWriting(): Promise<void>
  /** Makes a stamp again whose object is lost, and the sheets after it. */
  remakeStamp(stampKey: string): Promise<void>
  /** Ends it without files; the message is for the seller. */
  fail(message: string): Promise<void>
  /** The advice for a seller after a failure. */
  advice: string
  /** The advice if one artwork may be the cause. */
  artworkAdvice: string
  /** The advice about artwork whose file is gone. */
  lostArtworkAdvice: string
}

/** Finds the work for an attempt, or for a writing of it; null if that is unknown. */
export async function findRenderWork(
  env: Env,
  drawn: DrawnAttempt,
  writingId: Id | null,
): Promise<RenderWork | null> {
  if (writingId === null) return ofAttempt(env, drawn)
  const db = databaseOf(env)
  const writing = await findWriting(db, writingId)
  return writing && ofWriting(env, drawn.attempt, writing, await firstSheetOf(db, writingId))
}

function ofAttempt(env: Env, drawn: DrawnAttempt): RenderWork {
  const { attempt } = drawn
  const { id, state, lane } = attempt
  const db = databaseOf(env)
  return {
    attempt,
    settings: writingSettingsOf(attempt),
    stage: state === "stamping" || state === "rendering" ? state : null,
    firstSheet: 0,
    openProgress: async (stage) => openProgress(env, drawn, stage),
    async stampsDone(stamps, made) {
      const done = { attemptId: id, stamps, nowMs: Date.now() }
      const { isLast, next } = await markStampsDone(db, done, nextStamps(lane, made))
      await sendStamps(env, lane, { attemptId: id }, next, stampsAMessage(lane, next.length, false))
      if (isLast) await queueSheets(env, attempt)
    },
    goOn: (made) => queueStamps(env, attempt, made),
    async sheetWritten(_row, written) {
      const { isMine, isLast, next } = await markSheetWritten(db, id, written, Date.now())
      if (next !== null) await queueSheet(env, lane, { attemptId: id, sheetIndex: next })
      if (isLast) await finishAttempt(env, attempt)
      return isMine
    },
    // The sweep announces its end.
    goOnWriting: async () => {
      if (state === "rendering") await queueSheets(env, attempt, nextDrawn)
    },
    async remakeStamp(stampKey) {
      if (await reopenStamp(db, id, stampKey, Date.now())) await queueStamps(env, attempt)
    },
    fail: (message) => failAttempt(env, attempt, message),
    advice: "Please process the print again.",
    artworkAdvice: "Process the print again, or replace the image if it happens twice.",
    lostArtworkAdvice: "Its file is missing. Upload it again and choose it for this print.",
  }
}

function ofWriting(env: Env, attempt: AttemptRow, writing: WritingRow, firstSheet: number): RenderWork {
  const { id, state, settings } = writing
  const db = databaseOf(env)
  const goOn = async () => {
    if (await markWritingStamped(db, id, Date.now())) await queueWritingSheets(env, writing)
  }
  return {
    attempt,
    settings,
    stage: state === "stamping" ? state : state === "writing" ? "rendering" : null,
    firstSheet,
    openProgress: (stage) =>
      openWritingProgress(env, attempt, writing, stage === "rendering" ? "writing" : stage),
    async stampsDone(stamps, made) {
      const done = { attemptId: attempt.id, stamps, nowMs: Date.now() }
      const { next } = await markStampsDone(db, done, nextStamps("long", made))
      await sendStamps(env, "long", { attemptId: attempt.id, writingId: id }, next)
      await goOn()
    },
    goOn: (made) => queueWriting(env, writing, nextStamps("long", made)),
    async sheetWritten(row, written) {
      const keys = sheetKeys(row, fileKindsOf(settings))
      const notice = await readyNotice(env, attempt, writing)
      const { isMine, isLast, next } = await markWritingSheetWritten(
        db,
        writing,
        { ...written, keys },
        notice,
      )
      if (next !== null) await queueSheet(env, "long", { attemptId: attempt.id, sheetIndex: next })
      if (isLast) await finishWriting(env, attempt, id)
      return isMine
    },
    goOnWriting: () =>
      state === "writing" ? queueWritingSheets(env, writing, nextDrawn) : finishWriting(env, attempt, id),
    async remakeStamp(stampKey) {
      if (await reopenWritingStamp(db, writing, stampKey, Date.now())) await queueWriting(env, writing)
    },
    fail: (message) => endWriting(env, attempt, writing, message),
    advice: "Please write the files again.",
    artworkAdvice: "Please write the files again.",
    lostArtworkAdvice: "It was deleted. The print's own files stay as they are.",
  }
}
