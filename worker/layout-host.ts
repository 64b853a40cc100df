import layoutKernel from "../sheet/kernel/build/layout.wasm"
import type { LayoutHost } from "../sheet/layout/layout-kernel.ts"

export const layoutHost: LayoutHost = { layoutKernel }
