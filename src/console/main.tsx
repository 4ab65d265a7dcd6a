import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './style/tokens.css'
import './style/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionProvider } from './layout/session-provider.tsx'
import { showTheme } from './layout/theme.ts'
import { router } from './routes.tsx'
import { followClocks } from './ui/zone.ts'

showTheme()
followClocks()

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </StrictMode>,
  )
