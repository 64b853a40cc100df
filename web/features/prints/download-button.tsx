import { Download } from "lucide-react"
import { zipPath } from "../../../contract/delivery/share-path.ts"
import type { SheetFile } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { saveFiles } from "./file-links.ts"

type DownloadButtonProps = {
  files: readonly SheetFile[]
  /** The look, where something else is the page's primary. */
  variant?: "primary" | "secondary"
  /** The print's name, where there are several prints. */
  name?: string
  className?: string
}

/** Downloads every file of a print: several as one ZIP. */
export function DownloadButton({ files, variant, name, className }: DownloadButtonProps) {
  return (
    <Button
      variant={variant ?? "primary"}
      size={variant ? "md" : "lg"}
      icon={<Download />}
      className={className}
      {...asCommand("download-sheets")}
      onClick={() => void saveFiles(files.length > 1 ? [{ path: zipPath(tokenOf(files[0])) }] : files)}
    >
      {files.length > 1 ? "Download all" : "Download"}
      {name !== undefined && <span className="sr-only"> {name}</span>}
    </Button>
  )
}

/** Returns the token of a sheet, which names its files' folder. */
function tokenOf({ path }: SheetFile): string {
  return path.split("/").at(-2) ?? ""
}
