import { useMutation, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import type { ReadRule } from "../../../contract/artwork/artwork-rule.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { ruleProblem } from "../../../contract/reading/rule-problem.ts"
import { Button } from "../../components/ui/button.tsx"
import { ConfirmModal, Modal } from "../../components/ui/modal.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { toastUndo } from "../../lib/toast.tsx"
import { ruleOptions, saveRule } from "./reading-calls.ts"
import { fieldsOf } from "./reading-rules.ts"
import { readSamples } from "./rule-draft.ts"
import { RuleFields } from "./rule-fields.tsx"
import { RuleSamples } from "./rule-samples.tsx"

type Found = NonNullable<ReturnType<typeof useFoundRule>["data"]>

const useFoundRule = (ruleKey: string) => useQuery(ruleOptions(ruleKey))

type RuleModalProps = { ruleKey: string; onClose: () => void }

/**
 * Edits which of a buyer's answers goes into which field, for all orders of a SKU or listing. The rule's
 * reading of the last ten answers is shown beside it.
 */
export function RuleModal({ ruleKey, onClose }: RuleModalProps) {
  const stored = useFoundRule(ruleKey)
  const artwork = stored.data?.recent.find((item) => fieldsOf(item).length > 0)
  if (!stored.data || !artwork) {
    return (
      <Modal
        onClose={onClose}
        title="How buyers' text is read"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {stored.isPending ? <Skeleton className="h-40" /> : <p className="text-base">{emptyWords(stored)}</p>}
      </Modal>
    )
  }
  return <RuleForm stored={stored.data} artwork={artwork} onClose={onClose} />
}

function emptyWords({ error }: { error: Error | null }): string {
  return error === null
    ? "No order of this SKU has artwork with fields. Add a text to its artwork first."
    : failureWords(error)
}

type RuleFormProps = { stored: Found; artwork: OrderItem; onClose: () => void }

function RuleForm({ stored, artwork, onClose }: RuleFormProps) {
  const [before] = useState<ReadRule>({ fields: stored.fields, ignores: stored.ignores })
  const [rule, setRule] = useState(before)
  const fields: readonly ArtworkField[] = fieldsOf(artwork)
  const samples = useMemo(() => readSamples(stored.recent, fields, rule), [stored.recent, fields, rule])
  const problem = useMemo(() => ruleProblem(fields, rule), [fields, rule])
  const save = useMutation({
    mutationFn: (change: ReadRule) =>
      saveRule(stored, { ...change, imageId: artwork.match.imageId?._id ?? "", isConfirmed: true }),
    onSuccess: (undo) => {
      toastUndo(`Remembered for ${nameOf(artwork)}`, undo)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      size="xl"
      title="How buyers' text is read"
      description={`For every order of ${nameOf(artwork)}, now and later. Texts read with certainty are printed without asking again.`}
      verb="Confirm and remember"
      isDisabled={problem !== null}
      isWorking={save.isPending}
      isChanged={rule !== before && !save.isPending}
      onConfirm={() => save.mutate(rule)}
    >
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <RuleFields fields={fields} rule={rule} samples={samples} problem={problem} onChange={setRule} />
        <RuleSamples fields={fields} samples={samples} waiting={stored.waiting} />
      </div>
    </ConfirmModal>
  )
}

function nameOf({ sku, title }: OrderItem): string {
  return sku || title
}
