import { StudioContext } from '../page/use-studio.js'
import { App } from './App.js'
import { startStudio } from './start.js'
import '@fontsource-variable/inter'
import '@fontsource-variable/source-serif-4/opsz.css'
import '@fontsource-variable/jetbrains-mono'
import '../styles/tokens.css'
import '../styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const studio = startStudio()
// For the console of the curious, and for tests.
Object.assign(window, { unseen: studio })
const root = document.getElementById('studio')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <StudioContext value={studio}>
        <App />
      </StudioContext>
    </StrictMode>
  )
if ('serviceWorker' in navigator && import.meta.env.PROD)
  window.addEventListener(
    'load',
    () => void navigator.serviceWorker.register('./sw.js').catch(() => undefined)
  )
