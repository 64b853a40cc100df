import { formatBytes, formatCount, plural } from "../../lib/format.ts"
import type { UploadProgress } from "./upload-queue.ts"

/** Returns the progress and the end in words: `Uploading 13 of 60`, `58 files uploaded, 2 failed`. */
export function uploadWords(progress: UploadProgress): string {
  const { files, sentFiles, failedFiles, refusedFiles } = progress
  const left = filesLeft(progress)
  if (left > 0) return `Uploading ${formatCount(files - left + 1)} of ${formatCount(files)}`
  const parts = [
    sentFiles > 0 && `${plural(sentFiles, "file")} uploaded`,
    failedFiles > 0 && `${formatCount(failedFiles)} failed`,
    refusedFiles > 0 && `${formatCount(refusedFiles)} refused`,
  ]
  return parts.filter(Boolean).join(", ")
}

/**
 * Returns how far the files are that a film waits for, `3 of 6 are in`, or which are not on it; "" if all are in.
 * `coming`: the files that the library is still to show.
 */
export function comingWords({ files, failedFiles, refusedFiles }: UploadProgress, coming: number): string {
  const failed = failedFiles + refusedFiles
  const wanted = files - failed
  if (coming > 0)
    return wanted === 1
      ? "1 file is on its way"
      : `${formatCount(wanted - coming)} of ${formatCount(wanted)} are in`
  return failed === 0 ? "" : `Without ${plural(failed, "file")} that could not be uploaded`
}

/** Returns the number of files that wait or are being sent. */
export function filesLeft({ files, sentFiles, failedFiles, refusedFiles }: UploadProgress): number {
  return files - sentFiles - failedFiles - refusedFiles
}

/** `34 of 180 MB, 2 min left` */
export function amountWords({ bytes, sentBytes, secondsLeft }: UploadProgress): string {
  const amount = `${formatBytes(Math.round(sentBytes))} of ${formatBytes(bytes)}`
  return secondsLeft === null ? amount : `${amount}, ${timeLeft(secondsLeft)} left`
}

/** Rounds up, in steps that do not flicker: `10 s`, `2 min`, `1 h 20 min`. */
function timeLeft(seconds: number): string {
  if (seconds <= 55) return `${Math.max(5, Math.ceil(seconds / 5) * 5)} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`
}
