import { ConsultantEditPage } from '../consultants/consultant-edit-page.tsx';
import { UplineField } from '../consultants/upline-field.tsx';
import { useMoveQuestion } from '../history/move-question.tsx';
import { UplineHistory } from '../history/upline-history.tsx';

/** A consultant with its upline history: the page where the two features meet. */
export default function ConsultantPage() {
  const { mayMove, question } = useMoveQuestion();

  return (
    <ConsultantEditPage mayMove={mayMove}>
      {(consultant) => (
        <>
          <UplineHistory consultant={consultant} uplineField={UplineField} />
          {question}
        </>
      )}
    </ConsultantEditPage>
  );
}
