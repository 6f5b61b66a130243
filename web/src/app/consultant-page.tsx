import { ConsultantEditPage } from '../consultants/consultant-edit-page.tsx';
import { UplineField } from '../consultants/upline-field.tsx';
import { useImpactDialog } from '../history/impact-dialog.tsx';
import { UplineHistory } from '../history/upline-history.tsx';

/** A consultant with its upline history: the page where the two features meet. */
export default function ConsultantPage() {
  const { confirmImpact, dialog } = useImpactDialog();

  return (
    <ConsultantEditPage confirmImpact={confirmImpact}>
      {(consultant) => (
        <>
          <UplineHistory consultant={consultant} uplineField={UplineField} />
          {dialog}
        </>
      )}
    </ConsultantEditPage>
  );
}
