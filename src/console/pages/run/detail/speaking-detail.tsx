import { Empty } from '../../../ui/states.tsx'
import type { SpokenText } from '../run-model.ts'
import { StreamedText } from '../streamed-text.tsx'
import styles from './detail.module.css'

/** A model call in progress: the text of the model so far. */
export function SpeakingDetail({ said }: { readonly said: SpokenText | undefined }) {
  if (!said) return <Empty title="The model has said nothing yet." />
  return (
    <div className={styles.detail}>
      <h2>The model is answering</h2>
      {said.reasoning !== '' && (
        <StreamedText label="Reasoning" text={said.reasoning} isLive={said.answer === ''} />
      )}
      {said.answer !== '' && <StreamedText label="Answer" text={said.answer} isLive />}
    </div>
  )
}
