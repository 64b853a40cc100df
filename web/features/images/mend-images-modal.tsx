import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ArrowRight } from "lucide-react"
import { useState } from "react"
import { askedMends } from "../../../contract/artwork/asked-mends.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { MAX_LISTED_IDS } from "../../../contract/limit.ts"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { FailureNotice, loadFailure } from "../../components/ui/failure-notice.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { ownInkOptions } from "./ink-calls.ts"
import { mendImages } from "./mend-calls.ts"
import { countMends, ofKinds } from "./mend-plan.ts"
import { mendWords, planWords } from "./mend-words.ts"

const linkClasses =
  "touch inline-flex items-center gap-1.5 font-[550] text-accent-ink text-sm hover:underline"

type MendImagesModalProps = { ids: readonly string[]; onClose: () => void; onMended: () => void }

/** Says what would be mended on picked images, takes out what is not wanted, and mends the rest. */
export function MendImagesModal({ ids, onClose, onMended }: MendImagesModalProps) {
  const [first, ...others] = ids
  const isOwner = useAuth().user.worksAs === "owner"
  const inks = useQuery(ownInkOptions(ids))
  const [left, setLeft] = useState<ReadonlySet<Mend["kind"]>>(new Set())
  const found = [...(inks.data ?? [])].map(([id, ink]) => [id, askedMends(ink.findings)] as const)
  const asked = new Map(found.filter(([, mends]) => mends.length > 0))
  const counts = countMends(asked)
  const kinds = new Set(counts.map(({ kind }) => kind).filter((kind) => !left.has(kind)))
  const wanted = ofKinds(asked, kinds)
  const waiting = [...(inks.data?.values() ?? [])].filter(({ state }) => state === "waiting").length
  const mend = useMutation({ mutationFn: () => mendImages(wanted), onSuccess: onMended })
  const failure = loadFailure(inks)

  function tick(kind: Mend["kind"], isTicked: boolean) {
    const next = new Set(left)
    if (isTicked) next.delete(kind)
    else next.add(kind)
    setLeft(next)
  }

  return (
    <ConfirmModal
      onClose={onClose}
      size="md"
      title={`Mend ${plural(ids.length, "image")}?`}
      description="The originals are kept. You can undo it."
      verb={wanted.size === 0 ? "Mend" : `Mend ${plural(wanted.size, "image")}`}
      isDisabled={wanted.size === 0}
      isWorking={mend.isPending}
      onConfirm={() => mend.mutate()}
    >
      {failure && <FailureNotice {...failure} />}
      {inks.isPending && <Skeleton className="h-24" />}
      {counts.map(({ kind, images }) => (
        <CheckRow
          key={kind}
          label={`${mendWords[kind].name} (${plural(images, "image")})`}
          checked={!left.has(kind)}
          onCheckedChange={(isTicked) => tick(kind, isTicked)}
        />
      ))}
      <p role="status" className="mt-2 text-ink-2 text-sm">
        {wanted.size > 0 && `${planWords(countMends(wanted))}. `}
        {inks.data && remarksOf({ picked: ids.length, asked: asked.size, waiting })}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {ids.length > MAX_LISTED_IDS ? (
          <span className="text-ink-3 text-sm">
            To choose the mends yourself, pick {MAX_LISTED_IDS} images at most.
          </span>
        ) : (
          <Link
            to="/images/$imageId/mend"
            params={{ imageId: first }}
            search={others.length === 0 ? {} : { with: others.join(",") }}
            className={linkClasses}
          >
            Choose the mends yourself <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        )}
        {isOwner && (
          <Link to="/profile" hash="new-image-mends" className={linkClasses}>
            Mend new images by themselves <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        )}
      </p>
    </ConfirmModal>
  )
}

/** Says which of the picked images are not mended, and why. */
function remarksOf({ picked, asked, waiting }: { picked: number; asked: number; waiting: number }): string {
  const none = picked - asked - waiting
  const parts = [
    none > 0 && (none === 1 ? "1 has nothing to mend." : `${none} have nothing to mend.`),
    waiting > 0 && `${waiting} ${waiting === 1 ? "is" : "are"} still being looked at.`,
  ]
  return parts.filter(Boolean).join(" ")
}
