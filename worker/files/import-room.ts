import { MIB } from "../../contract/limit.ts"
import { PARTS_BYTES } from "./upload-room.ts"

/** The memory for reading itself, and for each byte of the file: the file, its letters and its rows. */
const TEXT = { least: MIB / 4, ofByte: 5 }
/** A workbook is packed; one of orders unpacks to ten or twenty times as much, and few of its letters are cells. */
const WORKBOOK = { least: 5 * MIB, ofByte: 20 }
/** The pieces that are unpacked at a time, and the longest row. */
const UNPACKED_BYTES = 3 * MIB

/** Returns the memory that a file of orders claims, and how much of it a workbook's table may hold. */
export function importRoom(length: number, isWorkbook: boolean): { claim: number; tableBytes: number } {
  const { least, ofByte } = isWorkbook ? WORKBOOK : TEXT
  const claim = Math.min(PARTS_BYTES, least + ofByte * length)
  return { claim, tableBytes: claim - length - UNPACKED_BYTES }
}
