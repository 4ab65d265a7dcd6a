/** For `--import`: what programs of this repository, such as examples and tests, import as `rungraph` is its source. */
import { provideOwnPackage } from '../src/user-code/own-package.ts'

provideOwnPackage()
