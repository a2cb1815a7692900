import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/** Texts are indexed and searched: {@code TextIndex FOLDER DOCUMENTS}; says how many were found. */
public class TextIndex {
    private static final int WORDS = 60_000;
    private static final int LENGTH = 150;

    public static void main(String[] arguments) throws Exception {
        int documents = Integer.parseInt(arguments[1]);
        Random random = new Random(1);
        try (FSDirectory folder = FSDirectory.open(Path.of(arguments[0]))) {
            IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
            config.setOpenMode(IndexWriterConfig.OpenMode.CREATE).setRAMBufferSizeMB(48);
            try (IndexWriter writer = new IndexWriter(folder, config)) {
                for (int number = 0; number < documents; number++) {
                    Document document = new Document();
                    document.add(new StringField("number", Integer.toString(number), Field.Store.YES));
                    document.add(new TextField("text", text(random), Field.Store.YES));
                    writer.addDocument(document);
                }
            }
            long found = 0;
            try (DirectoryReader reader = DirectoryReader.open(folder)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                for (int number = 0; number < documents / 10; number++) {
                    BooleanQuery.Builder query = new BooleanQuery.Builder();
                    for (int word = 0; word < 3; word++) {
                        query.add(new TermQuery(new Term("text", word(random))), BooleanClause.Occur.SHOULD);
                    }
                    found += searcher.search(query.build(), 20).scoreDocs.length;
                }
            }
            System.out.println("found " + found);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < LENGTH; at++) {
            text.append(word(random)).append(' ');
        }
        return text.toString();
    }

    /** Some words are frequent, most are rare. */
    private static String word(Random random) {
        double rank = random.nextDouble();
        return "w" + (int) (WORDS * rank * rank * rank);
    }
}
