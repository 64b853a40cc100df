import { queryOptions } from "@tanstack/react-query"
import { shownProofs } from "../../../contract/api/shown-proof-api.ts"
import type { ProofAnswer, ShownProof } from "../../../contract/orders/shown-proof.ts"
import { apiData } from "../../lib/api.ts"
import { queryClient } from "../../lib/query-client.ts"

/** Loads what a proof shows. */
export function proofOptions(token: string) {
  return queryOptions({
    queryKey: ["proof", token],
    queryFn: () => apiData(shownProofs.view, { params: { token } }),
    meta: { silent: true },
  })
}

/** Answers a proof. If it was answered or changed before, the page shows that. */
export async function answerProof(token: string, body: ProofAnswer): Promise<void> {
  const { queryKey } = proofOptions(token)
  try {
    const answered = await apiData(shownProofs.answer, { params: { token }, body })
    queryClient.setQueryData<ShownProof>(queryKey, (known) => known && { ...known, ...answered })
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}
