import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Chunks that change only with a dependency, so that a release of the screens leaves them in the cache. */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // Not TanStack Query: the entry needs its cache alone, the screens' hooks would come along.
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
  },
  { name: 'table', test: /node_modules[\\/]@tanstack[\\/](react-table|table-core)[\\/]/ },
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]|web[\\/]src[\\/]lib[\\/]form\.ts$/ },
  { name: 'words', test: /domain[\\/]src[\\/](calendar|phone)\.ts$/ },
]

/** What the entry cannot do without. */
const inEntry = new Set(['react', 'router', 'rolldown-runtime'])

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
      // Drawn a few times in the life of a tab: what the compiler adds would cost the first screens more than it saves.
      exclude: [
        /node_modules/,
        /src[\\/](main|routes[\\/]__root|parts[\\/](splash|error-screen|offline-banner|progress-bar|notices-host|logo|skip-link|support-link|theme-switch|account-menu))\.tsx/,
      ],
    }),
    tailwindcss(),
  ],
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 5174, proxy },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the entry itself has loaded would stand in the list of every screen.
      resolveDependencies: (_, chunks, { hostType }) =>
        hostType === 'js' ? chunks.filter((chunk) => !chunk.includes('/entry-')) : chunks,
    },
    // The entry names every chunk that any screen needs: each letter counts there a hundred times. Vite's manifest says
    // what they are made of.
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }) => (inEntry.has(name) ? 'assets/entry-[hash:7].js' : 'assets/[hash:7].js'),
      },
    },
  },
})
