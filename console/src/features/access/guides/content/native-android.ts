import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'io.logto.android://com.example.app/callback',
  steps: [
    {
      title: 'install',
      text: ['androidInstall'],
      samples: [
        {
          language: 'kotlin',
          file: 'app/build.gradle.kts',
          code: `dependencies {
    implementation("io.logto.sdk:android:1.1.3")
}`,
        },
        {
          language: 'xml',
          file: 'app/src/main/AndroidManifest.xml',
          code: '<uses-permission android:name="android.permission.INTERNET" />',
        },
      ],
    },
    { title: 'redirects', text: ['androidRedirect', 'redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['viewModel'],
      samples: [
        {
          language: 'kotlin',
          file: 'AuthViewModel.kt',
          code: `import android.app.Activity
import android.app.Application
import androidx.lifecycle.AndroidViewModel
import androidx.lifecycle.LiveData
import androidx.lifecycle.MutableLiveData
import io.logto.sdk.android.LogtoClient
import io.logto.sdk.android.type.LogtoConfig

class AuthViewModel(application: Application) : AndroidViewModel(application) {
    private val client = LogtoClient(
        LogtoConfig(
            endpoint = "{{endpoint}}",
            appId = "{{appId}}",
            scopes = null,
            resources = null,
            usingPersistStorage = true,
        ),
        application,
    )

    private val _isSignedIn = MutableLiveData(client.isAuthenticated)
    val isSignedIn: LiveData<Boolean> = _isSignedIn

    fun signIn(activity: Activity) {
        client.signIn(activity, "{{redirectUri}}") { error ->
            error?.let { println(it) }
            _isSignedIn.postValue(client.isAuthenticated)
        }
    }

    fun signOut() {
        client.signOut { error ->
            error?.let { println(it) }
            _isSignedIn.postValue(client.isAuthenticated)
        }
    }
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['androidActivity'],
      samples: [
        {
          language: 'kotlin',
          file: 'MainActivity.kt',
          code: `class MainActivity : AppCompatActivity() {
    private val auth: AuthViewModel by viewModels()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.activity_main)
        val button = findViewById<Button>(R.id.sign_in)
        auth.isSignedIn.observe(this) { isSignedIn ->
            button.text = if (isSignedIn) "Sign out" else "Sign in"
            button.setOnClickListener { if (isSignedIn) auth.signOut() else auth.signIn(this) }
        }
    }
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'kotlin',
          file: 'AuthViewModel.kt',
          code: `fun greet(show: (String) -> Unit) {
    client.getIdTokenClaims { error, claims ->
        show(error?.message ?: "Hello, " + (claims?.name ?: claims?.sub))
    }
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'kotlin',
          file: 'AuthViewModel.kt',
          code: `// With resources = listOf("https://api.example.com") in the configuration.
client.getAccessToken("https://api.example.com") { error, accessToken ->
    val authorization = "Bearer " + accessToken?.token
    // Send it with your HTTP client.
}`,
        },
      ],
    },
  ],
};
