import { z } from "zod"
import { lengthText } from "../../contract/length.ts"
import { MAX_PRINT_ITEMS, MAX_WAIT_S } from "../../contract/limit.ts"
import type { LayoutDocument } from "../../contract/prints/layout.ts"
import type { Print, PrintSummary } from "../../contract/prints/print.ts"
import { hasJobEnded, type Job } from "../../contract/programs/job.ts"
import { printStatuses } from "../../contract/status.ts"
import { type Api, ApiRefusal } from "./api.ts"
import { openConfirmation } from "./confirmation.ts"
import { rowsInput } from "./library-tools.ts"
import { proofOf, summaryOf } from "./print-summary.ts"
import { costText, counted, listed, MAX_PICTURES, type ToolAnswer, tool } from "./tool.ts"

const printId = z.string().describe("The print's id, from find_prints or a draft.")

const pieces = z.object({
  items: z
    .array(
      z.object({
        imageId: z.string().optional().describe("The artwork's id, from find_artwork."),
        url: z
          .string()
          .optional()
          .describe("Or a public address of a picture, which then is in the library."),
        widthIn: z.number().positive().describe("The printed width in inches."),
        quantity: z.int().min(1),
        values: z.record(z.string(), z.string()).optional().describe("The values of the artwork's fields."),
      }),
    )
    .min(1)
    .max(MAX_PRINT_ITEMS),
  name: z.string().optional().describe("The print's name."),
  sheetTemplateId: z
    .string()
    .optional()
    .describe("The film, from list_sheet_templates; the usual one unless given."),
})

const waiting = { prefer: `wait=${MAX_WAIT_S}` }

export const printTools = [
  tool({
    name: "price_print",
    title: "Price a print",
    description:
      "Tells what artwork would take: credits, film, cost, and what the press will make of it. Makes nothing but the artwork of addresses.",
    scope: "prints:write",
    effect: "makes",
    input: pieces,
    async run(input, api) {
      const job = await api.post<Job>("/jobs", { ...input, action: "quote" }, waiting)
      const { quote } = job
      if (job.status !== "completed" || quote === null) return unfinished(job)
      const { credits, filmIn, cost, warnings, findings } = quote
      const lines = [
        `${counted(credits, "credit")}, ${lengthText(filmIn, "in")} of film${costText(cost)}.`,
        ...warnings.map(({ item, message }) => `Item ${item + 1}: ${message}`),
        ...findings.map(({ item, text }) => `Item ${item + 1}: ${text}`),
      ]
      return { text: lines.join("\n"), data: { credits, filmIn, cost, warnings, findings } }
    },
  }),
  tool({
    name: "prepare_print",
    title: "Prepare a print",
    description:
      "Makes a draft and tells what it would take. Show the summary to the seller as it is written, and ask. It spends nothing: only confirm_print does, with the confirmation from here.",
    scope: "prints:write",
    effect: "makes",
    hasSheets: true,
    input: pieces,
    async run(input, api, caller) {
      const job = await api.post<Job>("/jobs", { ...input, action: "draft" }, waiting)
      if (job.status !== "completed" || job.printId === null) return unfinished(job)
      return summaryOf(job.printId, api, caller)
    },
  }),
  tool({
    name: "prepare_draft",
    title: "Prepare a draft that is there",
    description:
      "Tells what a draft of the seller's would take, or one whose artwork was still being read. Show the summary to the seller as it is written, and ask.",
    scope: "prints:write",
    effect: "makes",
    hasSheets: true,
    input: z.object({
      printId: printId.optional(),
      jobId: z.string().optional().describe("The id of a job that was still running."),
    }),
    async run({ printId: id, jobId }, api, caller) {
      if (id !== undefined) return summaryOf(encodeURIComponent(id), api, caller)
      if (jobId === undefined) throw new ApiRefusal("Give a printId or a jobId.")
      const job = await api.get<Job>(`/jobs/${encodeURIComponent(jobId)}`)
      if (job.status !== "completed" || job.printId === null) return unfinished(job)
      return summaryOf(job.printId, api, caller)
    },
  }),
  tool({
    name: "confirm_print",
    title: "Confirm a print",
    description:
      "Prints what was prepared, and spends its credits. Only after the seller has seen the summary and said yes. The confirmation is good for a quarter of an hour, for this print as it was shown, and once.",
    scope: "prints:spend",
    effect: "spends",
    input: z.object({ confirmation: z.string().describe("The confirmation from the summary.") }),
    async run({ confirmation }, api, caller) {
      const confirmed = await openConfirmation(caller, confirmation)
      if (!confirmed)
        throw new ApiRefusal("This confirmation is not valid any more. Prepare the print again.")
      const path = `/prints/${confirmed.printId}`
      // What was begun is told again; what has changed since it was shown is shown again.
      const print = await api.get<Print>(path)
      if (print.status === "Cancelled" || print.status === "Deleted")
        throw new ApiRefusal(
          `${print.name} was printed once already, and is ${print.status.toLowerCase()} since.`,
        )
      if (print.status === "In Draft") {
        // There is none where the film has changed, or a piece of it.
        const layout = await api.get<LayoutDocument | null>(`${path}/layout`)
        if (layout === null || (await proofOf(print, layout)) !== confirmed.proof)
          throw new ApiRefusal(
            "The print has changed since it was shown. Prepare it again, and show the new summary.",
          )
      }
      await api.post(`${path}/process`, {}, { "idempotency-key": `confirm ${confirmed.id}` })
      // A repeat is answered as the first time, whatever has become of the print.
      const { status, failureMessage } = await api.get<Print>(path)
      if (status === "In Draft")
        throw new ApiRefusal(
          `${print.name} failed, and cost nothing. Prepare it again, and show the new summary.\n${failureMessage ?? ""}`,
        )
      return {
        text:
          status === "Completed"
            ? `${print.name} is printed. look_at_print tells where its sheets are.`
            : `${print.name} is being printed. look_at_print tells how far it is.`,
        data: { printId: confirmed.printId },
      }
    },
  }),
  tool({
    name: "find_prints",
    title: "Find prints",
    description: "Finds prints by name or state, the newest first.",
    scope: "prints:read",
    effect: "reads",
    input: z.object({
      search: z.string().optional().describe("A part of the name."),
      status: z.enum(printStatuses).optional(),
      show: rowsInput,
    }),
    async run({ search, status, show }, api) {
      const { data, pagination } = await api.list<PrintSummary>("/prints", { search, status, limit: show })
      const prints = data.map(({ _id, name, status: state, copies, lengthIn, createdAt, isTest }) => ({
        ...{ printId: _id, name, status: state, copies, filmIn: lengthIn, createdAt, isTest },
      }))
      const lines = prints.map(
        ({ printId: id, name, status: state, copies, createdAt }) =>
          `${name} (${id}): ${state}, ${counted(copies, "piece")}, ${createdAt.slice(0, 10)}`,
      )
      const heading = `${counted(pagination.totalDocuments, "print")} in all:`
      return { text: listed(heading, lines, "No such prints."), data: { prints } }
    },
  }),
  tool({
    name: "look_at_print",
    title: "Look at a print",
    description:
      "Tells how far a print is, and where its sheets are once it is done: whoever has an address can open it.",
    scope: "prints:read",
    effect: "reads",
    hasSheets: true,
    input: z.object({ printId }),
    async run({ printId: id }, api, { origin }) {
      const print = await api.get<Print>(`/prints/${encodeURIComponent(id)}`)
      const { name, status, progress, failureMessage, copies, lengthIn, fileId } = print
      const sheets = fileId.map(({ path, sheet, format, lengthIn: filmIn }) => ({
        ...{ sheet, format, filmIn, url: `${origin}/api/${path}` },
      }))
      const share =
        progress && progress.total > 0 ? `, ${Math.floor((100 * progress.done) / progress.total)} %` : ""
      const head = `${name}: ${status}${share}, ${counted(copies, "piece")}${lengthIn === null ? "" : `, ${lengthText(lengthIn, "in")} of film`}.`
      const lines = sheets.map(({ sheet, format, url }) => `Sheet ${sheet}, ${format}: ${url}`)
      const own = fileId.filter(({ writingId }) => writingId === null)
      const previews = [...new Map(own.map(({ sheet, previewPath }) => [sheet, previewPath])).values()]
      return {
        text: [head, ...(failureMessage === null ? [] : [failureMessage]), ...lines].join("\n"),
        pictures: await picturesOf(previews, api),
        data: { printId: id, name, status, progress, failureMessage, copies, filmIn: lengthIn, sheets },
      }
    },
  }),
  tool({
    name: "cancel_print",
    title: "Stop a print",
    description: "Stops a print that is being made; its credits come back.",
    scope: "prints:write",
    effect: "makes",
    input: z.object({ printId }),
    async run({ printId: id }, api) {
      await api.post(`/prints/${encodeURIComponent(id)}/cancel`, {})
      return { text: "Stopped; its credits are free again.", data: { printId: id } }
    },
  }),
]

/** Returns what to say of a job that has come to nothing, or not yet. */
function unfinished({ _id, status, errors }: Job): ToolAnswer {
  if (!hasJobEnded(status))
    return {
      text: `Its artwork is still being read. Ask again with prepare_draft and the jobId ${_id}.`,
      data: { jobId: _id, status },
    }
  throw new ApiRefusal(
    errors.map(({ item, message }) => (item === null ? message : `Item ${item + 1}: ${message}`)).join("\n"),
  )
}

/** Returns the pictures of a print's first sheets; one that has ended meanwhile is left out. */
async function picturesOf(paths: readonly (string | null)[], api: Api): Promise<Uint8Array[]> {
  const shown = paths.flatMap((path) => path ?? []).slice(0, MAX_PICTURES)
  return (await Promise.all(shown.map((path) => api.file(path)))).flatMap((file) => file ?? [])
}
