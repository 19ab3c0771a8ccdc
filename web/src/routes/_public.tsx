import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '#/components/shell/public/public-shell.tsx'

export const Route = createFileRoute('/_public')({ component: PublicShell })
