import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { PageHeader } from '../ui/page-header.tsx';
import { createConsultant } from './calls.ts';
import { ConsultantForm } from './consultant-form.tsx';

export default function ConsultantCreatePage() {
  const { mutateAsync } = useMutation(createConsultant);
  const navigate = useNavigate();

  return (
    <>
      <PageHeader
        title="Adicionar Consultor"
        subtitle="O primeiro período de upline começa na Data de Inicio; sem ela, na Data de Registo."
      />
      <ConsultantForm
        label="Adicionar Consultor"
        save={async (body) => {
          const { id } = await mutateAsync(body);
          await navigate(`/backoffice/users/edit/${id}`, { replace: true });
        }}
      />
    </>
  );
}
