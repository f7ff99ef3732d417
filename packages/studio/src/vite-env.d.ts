/// <reference types="vite/client" />
declare module '@fontsource-variable/inter'
declare module '@fontsource-variable/source-serif-4'
declare module '@fontsource-variable/jetbrains-mono'

/** The version of the package, put in by the build. */
declare const STUDIO_VERSION: string
