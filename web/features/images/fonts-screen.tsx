import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Upload } from "lucide-react"
import { useState } from "react"
import { z } from "zod"
import { fontCategories } from "../../../contract/artwork/font.ts"
import type { RefusedFile } from "../../../contract/artwork/image.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { Button } from "../../components/ui/button.tsx"
import { FailureNotice, loadFailure } from "../../components/ui/failure-notice.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { plural } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { toastFailure, toastSuccess } from "../../lib/toast.tsx"
import { byFamily } from "./face-words.ts"
import { DropVeil, usePageFiles } from "./file-drop.tsx"
import { fontFiles, fontsOptions, uploadFonts } from "./font-calls.ts"
import { FontCard } from "./font-card.tsx"

const searchSchema = z.object({
  search: z.string().max(100).catch(""),
  category: z.enum(fontCategories).optional().catch(undefined),
})

/** Shows own fonts, which are uploaded here, and the library's. */
export function FontsScreen() {
  usePageMeta({ crumbs: [{ label: "Images", href: "/images" }, { label: "Fonts" }] })
  const query = useSearch(searchSchema)
  const setParams = useSetSearchParams()
  const list = useQuery(fontsOptions())
  const { upload, refused, coloured, sentShare } = useFontUpload()
  const isOver = usePageFiles((files) => upload.mutate(files))
  const picker = useFilePicker({ ...fontFiles, onFiles: (files) => upload.mutate(files) })
  const failure = loadFailure(list)
  const all = list.data?.data ?? []
  const search = query.search.trim().toLowerCase()
  const shown = all.filter(
    (font) =>
      font.family.toLowerCase().includes(search) &&
      (query.category === undefined || font.category === query.category),
  )
  return (
    <div>
      <PageHeader
        title="Fonts"
        description="The fonts for text in your artwork. Drop TTF, OTF, WOFF or WOFF2 files here."
        isInline
        actions={
          <>
            <Link to="/images" className="touch px-2 font-[550] text-accent-ink text-sm hover:underline">
              Images
            </Link>
            <Button
              variant="primary"
              icon={<Upload />}
              isLoading={upload.isPending}
              {...asCommand("upload-fonts")}
              onClick={picker.open}
            >
              Upload fonts
            </Button>
          </>
        }
      />
      {picker.input}
      {upload.isPending && (
        <Progress
          label="Fonts sent"
          value={sentShare}
          stage={sentShare < 1 ? "Sending" : "Checking"}
          showsValue
          className="mt-4"
        />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search fonts"
          value={query.search}
          onSearch={(next) => setParams({ search: next === "" ? null : next })}
          className="w-full md:w-56"
        />
        <FilterSelect
          label="Category"
          name="category"
          values={fontCategories}
          all="All categories"
          className="md:w-44"
        />
      </div>
      {failure && <FailureNotice className="mt-5" {...failure} />}
      {refused.map(({ name, reason }) => (
        <Notice key={name} tone="bad" className="mt-4">
          {name}: {reason}
        </Notice>
      ))}
      {coloured.length > 0 && (
        <Notice tone="warn" className="mt-4">
          The colours inside {new Intl.ListFormat("en").format(coloured)} are not used: letters get the colour
          of their text.
        </Notice>
      )}
      {list.isSuccess && shown.length === 0 && (
        <p role="status" className="py-16 text-center text-ink-2">
          No font has this name. Upload it here.
        </p>
      )}
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3">
        {byFamily(shown).map((faces) => (
          <li key={faces[0]._id} className="min-w-0">
            <FontCard faces={faces} />
          </li>
        ))}
      </ul>
      {isOver && <DropVeil />}
    </div>
  )
}

/** Sends fonts, and keeps what the server said of them. */
function useFontUpload() {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [coloured, setColoured] = useState<readonly string[]>([])
  const [sentShare, setSentShare] = useState(0)
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => {
      setSentShare(0)
      return uploadFonts(files, setSentShare)
    },
    onSuccess: (reply) => {
      setRefused(reply.refused)
      setColoured(reply.coloured)
      const again = reply.imagesToRead
      toastSuccess(
        again === 0 ? reply.message : `${reply.message}. ${plural(again, "image")} processed again`,
      )
    },
    onError: toastFailure,
  })
  return { upload, refused, coloured, sentShare }
}
