import { defineConfig } from 'vite'
import { exampleConfig } from '../react/vite-config.ts'

export default defineConfig(exampleConfig('react-hooks'))
