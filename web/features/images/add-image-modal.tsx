import { FileImage, X } from "lucide-react"
import { useState } from "react"
import { artworkKindWords } from "../../../contract/artwork/artwork-kind.ts"
import { MAX_QUEUED_UPLOADS, MAX_UPLOAD_BYTES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Dropzone } from "../../components/ui/dropzone.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Stars } from "../../components/ui/stars.tsx"
import { formatBytes, formatCount, plural } from "../../lib/format.ts"
import { toastError } from "../../lib/toast.tsx"
import { CategoryPicker } from "./category-picker.tsx"
import { acceptedTypes, type ChosenFiles } from "./chosen-files.ts"
import { uploadQueue } from "./use-uploads.ts"

type AddImageModalProps = { onClose: () => void; chosen: ChosenFiles }

/** The number of refusals shown one by one; more are only counted. */
const MAX_NAMED_REFUSALS = 5

/** Picks files, their category and score, and passes them to the queue; the tiles show the rest. */
export function AddImageModal({ onClose, chosen }: AddImageModalProps) {
  const { files, refusals } = chosen
  const [categoryId, setCategoryId] = useState("")
  const [isCustom, setIsCustom] = useState(false)
  const [score, setScore] = useState(0)

  function upload() {
    const left = uploadQueue.add(files, { imageCategoryId: categoryId || null, score })
    if (left > 0) {
      toastError(
        `${formatCount(left)} files were left out: at most ${formatCount(MAX_QUEUED_UPLOADS)} can be queued at once.`,
      )
    }
    chosen.clear()
    setScore(0)
    onClose()
  }

  function close() {
    chosen.forgetRefusals()
    onClose()
  }

  return (
    <ConfirmModal
      onClose={close}
      title="Upload images"
      size="md"
      verb={files.length > 1 ? `Upload ${plural(files.length, "file")}` : "Upload"}
      isDisabled={files.length === 0 || isCustom}
      onConfirm={upload}
    >
      <Dropzone
        idle={texts.dropzoneIdle}
        over={texts.dropzoneOver}
        note={`${artworkKindWords}, up to ${formatBytes(MAX_UPLOAD_BYTES)} each`}
        accept={acceptedTypes}
        label="Files"
        isMultiple
        onFiles={chosen.choose}
      />
      {refusals.length > 0 && (
        <Notice tone="bad" className="mt-4">
          <ul>
            {refusals.slice(0, MAX_NAMED_REFUSALS).map((refusal, index) => (
              <li key={`${index} ${refusal}`} className="break-words">
                {refusal}
              </li>
            ))}
            {refusals.length > MAX_NAMED_REFUSALS && (
              <li>{formatCount(refusals.length - MAX_NAMED_REFUSALS)} more cannot be uploaded</li>
            )}
          </ul>
        </Notice>
      )}
      {files.length > 0 && (
        <section className="mt-4" aria-label={texts.filesUploaded}>
          <h3 className="text-sm font-[550]">{texts.filesUploaded}</h3>
          <ul className="mt-1 max-h-44 divide-y divide-line-soft overflow-y-auto">
            {files.map((file, index) => (
              <li key={`${index} ${file.name}`} className="flex h-9 items-center gap-2 text-sm coarse:h-11">
                <FileImage aria-hidden="true" className="size-4 flex-none text-ink-3" />
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
                <span className="text-xs text-ink-3 tabular-nums">{formatBytes(file.size)}</span>
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={`Remove ${file.name} from the list`}
                  onClick={() => chosen.remove(index)}
                >
                  <X />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-4 grid gap-4 pb-1 md:grid-cols-[1fr_auto]">
        <CategoryPicker value={categoryId} onChange={setCategoryId} onCustomChange={setIsCustom} />
        <div>
          <span className="mb-1.5 block text-sm font-[550]">Score</span>
          <div className="flex h-9 items-center coarse:h-11">
            <Stars value={score} onChange={setScore} label="Score" size="md" />
          </div>
        </div>
      </div>
    </ConfirmModal>
  )
}
