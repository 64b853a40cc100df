import { useMutation } from "@tanstack/react-query"
import { Plug } from "lucide-react"
import type { Integration } from "../../../contract/integration.ts"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { connectIntegration } from "./integration-calls.ts"

export type ConnectionProps = { integration: Integration }

/** Connected, or the way to it. */
export function Connection({ integration }: ConnectionProps) {
  if (integration.session?.access_token) return <StatusPill tone="good">Connected</StatusPill>
  return <ConnectButton integration={integration} size="sm" label="Connect" />
}

/** Leaves for the provider, so it works until the page is gone. */
export function ConnectButton({
  integration,
  label,
  ...look
}: ConnectionProps & { label: string } & Pick<ButtonProps, "size" | "variant">) {
  const connect = useMutation({ mutationFn: () => connectIntegration(integration._id) })
  return (
    <Button
      {...look}
      icon={<Plug />}
      isLoading={connect.isPending || connect.isSuccess}
      onClick={() => connect.mutate()}
      aria-label={`${label} ${integration.name}`}
    >
      {label}
    </Button>
  )
}
