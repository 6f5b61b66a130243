import { IconFileDownload } from '@tabler/icons-react';
import { save } from '../lib/download.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from './disclosure.tsx';
import styles from './file-guide.module.css';
import { modelColumns, modelFile, modelFileName } from './model-file.ts';

/** What a file may contain, for people who write one by hand; closed at first. */
export function FileGuide() {
  return (
    <div className={styles.root}>
      <Disclosure title="Colunas e formas aceites">
        <p className={styles.note}>
          As exportações da Shopify, do WooCommerce e do PrestaShop são lidas tal como saem da loja. Noutro ficheiro, as
          colunas são encontradas pelo nome, em qualquer ordem; as que não se conhecem são passadas à frente. Separador
          vírgula, ponto e vírgula, tabulação ou barra vertical.
        </p>
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Coluna</th>
                <th scope="col">O que aceita</th>
              </tr>
            </thead>
            <tbody>
              {modelColumns.map(({ title, required, takes }) => (
                <tr key={title}>
                  <th scope="row">
                    {title}
                    {required && <span className={styles.required}>obrigatória</span>}
                  </th>
                  <td>{takes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
      <Button
        className={styles.model}
        variant="terciary"
        leftSection={<IconFileDownload size={16} aria-hidden />}
        onClick={() => save(modelFile(), modelFileName)}
      >
        Descarregar ficheiro modelo
      </Button>
    </div>
  );
}
