import { useMutation } from "@tanstack/react-query"
import { Trash2, Upload } from "lucide-react"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { Button } from "../../components/ui/button.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatDate } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { removeProfile, uploadProfile } from "./destination-calls.ts"
import { DestinationSection } from "./destination-section.tsx"

/** Shows the colour profile of a destination's press, which is uploaded and removed at once. */
export function PressProfile({ destination: { _id, profile } }: { destination: Destination }) {
  const change = useMutation({
    mutationFn: (file: File | null) => (file ? uploadProfile(_id, file) : removeProfile(_id)),
    onSuccess: (message) => toastSuccess(message),
    meta: { silent: true },
  })
  const picker = useFilePicker({
    accept: ".icc,.icm",
    label: "Colour profile",
    onFiles: ([file]) => change.mutate(file),
  })
  return (
    <DestinationSection
      title="Colour profile"
      about="Shows you colours as this press mixes them, and finds those that it cannot. Print shops give it on request, as an ICC output profile of their press and film."
      problem={change.error && failureWords(change.error)}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        {profile && (
          <p className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <b className="font-[550] wrap-anywhere">{profile.name}</b>
            <Tag>{profile.colours}</Tag>
            <span className="text-ink-3 text-xs">{formatDate(profile.uploadedAt)}</span>
          </p>
        )}
        <Button size="sm" icon={<Upload />} isLoading={change.isPending} onClick={picker.open}>
          {profile ? "Replace" : "Upload profile"}
        </Button>
        {profile && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            disabled={change.isPending}
            aria-label="Remove colour profile"
            onClick={() => change.mutate(null)}
          >
            Remove
          </Button>
        )}
        {picker.input}
      </div>
    </DestinationSection>
  )
}
