import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { chunkOf } from './chunks.ts'
import { icons } from './icons.ts'
import { offline } from './offline.ts'
import { packed } from './packed.ts'
import { calls } from './calls.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const logo = `data:image/svg+xml;base64,${readFileSync(here('src/logo.svg')).toString('base64')}`

/** Inlines the logo into index.html and preloads the `base` chunk, which every address needs. */
const page: Plugin = {
  name: 'page',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: html.replaceAll('%LOGO%', logo),
      tags: Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === 'base')
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
    }),
  },
}

const api = process.env.KIRANA_API ?? 'http://127.0.0.1:4100'
const proxy = { '/api': { target: api } }

export default defineConfig({
  root: here('.'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('src/routes'),
      generatedRouteTree: here('src/routeTree.gen.ts'),
      routeFileIgnorePrefix: '-',
      routeFileIgnorePattern: String.raw`-part\.tsx$`,
      quoteStyle: 'single',
      addExtensions: true,
    }),
    react(),
    babel({
      presets: [reactCompilerPreset()],
      // These render a few times per tab: compiled code would cost the first load more than it saves.
      exclude: [
        /node_modules/,
        /src[\\/](main|routes[\\/]__root|components[\\/]\w+[\\/](splash|error-screen|offline-banner|progress-bar|notices-host|logo|skip-link|support-link|theme-switch|account-menu))\.tsx/,
      ],
    }),
    tailwindcss(),
    icons,
    calls,
    page,
    offline,
    packed,
  ],
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 5174, proxy },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // All styles together are 12 KB.
    cssCodeSplit: false,
    // The content security policy allows data: URLs for images but not for fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry is already loaded: do not repeat it in the preload list of every screen.
      resolveDependencies: (_, chunks, { hostType }) =>
        hostType === 'js' ? chunks.filter((chunk) => !chunk.includes('/entry-')) : chunks,
    },
    // Short file names: the entry lists every chunk of every screen. Vite's manifest maps them to modules.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 1 },
            { name: chunkOf, debugName: 'shared' },
          ],
        },
        entryFileNames: 'assets/entry-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
  },
})
