export declare const projects: Record<
  'unit' | 'integration' | 'studio' | 'heavy' | 'integration-heavy' | 'studio-heavy' | 'reference',
  { readonly main: boolean; readonly include: string[]; readonly exclude?: string[] }
>
