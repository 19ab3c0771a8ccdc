import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '#/components/shell/public-shell.tsx'

export const Route = createFileRoute('/_public')({ component: PublicShell })
