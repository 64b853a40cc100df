import { queryOptions, useMutation } from "@tanstack/react-query"
import { autopilots } from "../../../contract/api/autopilot-api.ts"
import type { Autopilot, AutopilotInput } from "../../../contract/autopilots/autopilot.ts"
import { api, apiData } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { isRunning } from "./autopilot-words.ts"

/** The time after which a run is loaded again: the live connection only reports its print. */
const RUNNING_MS = 4_000
/** The time by which a run may begin late. */
const LATE_MS = 20_000

/** Lists every autopilot of the seller; a shop has at most one. Loaded again after each run. */
export function autopilotsOptions() {
  return queryOptions({
    queryKey: ["autopilots"],
    queryFn: () => apiData(autopilots.list),
    refetchInterval: ({ state }) => nextLookMs(state.data ?? [], Date.now()),
    meta: { silent: true },
  })
}

/** Lists the last runs of an autopilot, the newest first. */
export function autopilotRunsOptions(id: string) {
  return queryOptions({
    queryKey: ["autopilots", id, "runs"],
    queryFn: () => apiData(autopilots.runs, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
    meta: { silent: true },
  })
}

/** Loads what a run would print now. */
export function autopilotPreviewOptions(id: string) {
  return queryOptions({
    queryKey: ["autopilots", id, "preview"],
    queryFn: () => apiData(autopilots.preview, { params: { id } }),
    staleTime: 0,
    meta: { silent: true },
  })
}

export function useRunNow() {
  return useMutation({ mutationFn: runAutopilot, onSuccess: (message) => toastSuccess(message) })
}

/** Runs an autopilot now. Returns the server's message. */
export async function runAutopilot(id: string): Promise<string> {
  const { message } = await api(autopilots.run, { params: { id }, body: {} })
  await refresh("autopilots")
  return message
}

/** Loads the offer of an autopilot; null if there is none. */
export function autopilotOfferOptions() {
  return queryOptions({
    queryKey: ["autopilot-offer"],
    queryFn: () => apiData(autopilots.offer),
    meta: { silent: true },
  })
}

/** Closes the offer, on the account and for good. */
export async function closeAutopilotOffer(): Promise<void> {
  await api(autopilots.closeOffer)
  await refresh("profile")
}

/** Adds an autopilot; returns its id. */
export async function addAutopilot(input: AutopilotInput): Promise<string> {
  const { _id } = await apiData(autopilots.add, { body: input })
  await refresh("autopilots")
  return _id
}

/** Adds a shop's autopilot, or changes it; returns the server's message. */
export async function saveAutopilot(id: string | null, input: AutopilotInput): Promise<string> {
  const { integrationId: _, ...change } = input
  const { message } = await (id === null
    ? api(autopilots.add, { body: input })
    : api(autopilots.update, { params: { id }, body: change }))
  await refresh("autopilots")
  return message
}

/** Deletes an autopilot with its runs; its prints stay. Returns the server's message. */
export async function deleteAutopilot(id: string): Promise<string> {
  const { message } = await api(autopilots.remove, { params: { id } })
  await refresh("autopilots")
  return message
}

/** Pauses or resumes: shown at once, and undone if the server refuses. */
export function usePause() {
  return useMutation({
    mutationFn: ({ _id, isPaused }: Pick<Autopilot, "_id" | "isPaused">) =>
      api(autopilots.update, { params: { id: _id }, body: { isPaused } }),
    onMutate: async ({ _id, isPaused }) => {
      const { queryKey } = autopilotsOptions()
      await queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, (all) =>
        all?.map((one) => (one._id === _id ? { ...one, isPaused, nextRunAt: null } : one)),
      )
    },
    onSuccess: ({ message }) => toastSuccess(message),
    onSettled: () => refresh("autopilots"),
  })
}

function nextLookMs(all: readonly Autopilot[], nowMs: number): number | false {
  if (all.some(({ lastRun }) => lastRun !== null && isRunning(lastRun))) return RUNNING_MS
  const due = all.flatMap(({ nextRunAt }) => (nextRunAt === null ? [] : Date.parse(nextRunAt)))
  return due.length === 0 ? false : Math.max(0, Math.min(...due) - nowMs) + LATE_MS
}
